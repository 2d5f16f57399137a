// What a newcomer does: install, use, remove, from a registry, a git repository and a folder. Nothing is set up before.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Environment } from "../../../pi-bridge/python/environment.ts";
import { sentCalls } from "../evidence.ts";
import { call, type Step } from "../main_model.ts";
import type { RpcPi } from "../rpc_mode.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { GIT_SOURCE, makeClone, Registry, shipped } from "../shipping.ts";

const BROKEN = call("write", { filename: "abc.txt", content: "hello world" });
const WHOLE = { path: "abc.txt", content: "hello world" };
const DIALOGUE: Step[] = [{ calls: [BROKEN] }, { text: "Done." }];

/** What pi ran of the broken call, as the model was shown it afterwards. */
const ran = (stage: Stage): unknown => sentCalls(stage.main.requests.at(-1)).at(-1)?.args;

/** While another pi holds the set-up, messages pass; when it lets go, this one sets up and repairs. */
async function firstUse(stage: Stage, env: Record<string, string>, root: string): Promise<void> {
  const environment = new Environment(root, stage.place.agent);
  assert.ok(environment.claim());
  const talk = async (pi: RpcPi): Promise<void> => {
    await pi.prompt("Write it.");
    assert.deepEqual(ran(stage), { filename: "abc.txt", content: "hello world" }, "passed as it was, at once");
    const started = performance.now();
    environment.release();
    while (environment.python() === undefined) await pi.next("extension_ui_request");
    assert.equal(readdirSync(environment.home).length, 2, "one environment and its pointer");
    stage.note(`set up in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await pi.prompt("Write it.");
    assert.deepEqual(ran(stage), WHOLE, "repaired in the same session");
    const told = pi.notices.map((notice) => String(notice["statusText"] ?? "")).filter((text) => text.includes("setting up"));
    assert.ok(told.some((text) => /setting up Python… 4\/4/.test(text)), told.join("; "));
  };
  await stage.rpc(talk, { bare: true, env });
}

async function use(stage: Stage, source: string, env: Record<string, string>): Promise<void> {
  assert.equal((await stage.command(["install", source], env)).code, 0, `pi install ${source}`);
  assert.equal((await stage.print("Write it.", { bare: true, env })).code, 0);
  assert.deepEqual(ran(stage), WHOLE, `repaired after pi install ${source}`);
}

/** Everything that was kept goes, and the person's settings stay. */
async function purged(stage: Stage, env: Record<string, string>): Promise<void> {
  const { agent } = stage.place;
  assert.ok(existsSync(join(agent, "toolrecovery")) && existsSync(env["XDG_STATE_HOME"] ?? ""), "there is something to remove");
  const { stdout } = await stage.print("/toolrecovery purge", { bare: true, env });
  assert.match(stdout, /^removed /m);
  assert.match(stdout, /^kept .*tool-recovery\.json/m);
  assert.deepEqual(readdirSync(env["XDG_STATE_HOME"] ?? ""), []);
  assert.ok(!existsSync(join(agent, "toolrecovery")));
  assert.ok(existsSync(join(agent, "tool-recovery.json")));
}

/** A set-up that has just begun keeps no pi from ending, and ends with it. */
async function shortSession(stage: Stage, env: Record<string, string>): Promise<void> {
  const { code, stderr } = await stage.print("Write it.", { bare: true, env });
  assert.equal(code, 0);
  assert.match(stderr, /sets up its Python environment, this once/);
  assert.deepEqual(readdirSync(join(stage.place.agent, "toolrecovery")).filter((name) => name.endsWith(".lock")), []);
}

async function remove(stage: Stage, source: string, env: Record<string, string>): Promise<void> {
  assert.equal((await stage.command(["remove", source], env)).code, 0, `pi remove ${source}`);
}

export const installed: Scenario = {
  name: "installed: from a registry, git and a folder; Python is set up by itself; removed without a trace in pi",
  main: Array.from({ length: 6 }, () => DIALOGUE).flat(),
  deadlineMs: 240_000, // three installs and a set-up, on a busy machine
  config: { verbose: false },
  async play(stage) {
    const registry = await Registry.start(stage.place);
    try {
      stage.note(`npm pack: ${registry.bytes} bytes`);
      const env = { ...shipped(stage.place, registry.url), XDG_STATE_HOME: join(stage.place.root, "state") };
      const npm = "npm:toolrecovery";
      assert.equal((await stage.command(["install", npm], env)).code, 0, `pi install ${npm}`);
      await firstUse(stage, env, join(stage.place.agent, "npm", "node_modules", "toolrecovery"));
      await remove(stage, npm, env);
      const after = await stage.print("Write it.", { bare: true, env });
      assert.deepEqual([after.code, after.stderr], [0, ""], "pi without it");
      assert.deepEqual(ran(stage), { filename: "abc.txt", content: "hello world" }, "nobody repairs");

      const clone = makeClone(stage.place);
      await use(stage, GIT_SOURCE, env);
      await remove(stage, GIT_SOURCE, env);
      await use(stage, clone, env);
      await purged(stage, env);
      await shortSession(stage, env);
      await remove(stage, clone, env);
    } finally {
      registry.stop();
    }
  },
  check(stage) {
    assert.equal(stage.file("abc.txt"), "hello world");
  },
};
