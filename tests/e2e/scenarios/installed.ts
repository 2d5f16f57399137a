// What a newcomer does: install, use, remove, from a registry, a git repository and a folder. Nothing is set up before.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Environment, pythonIn } from "../../../pi-bridge/python/environment.ts";
import { sentCalls } from "../evidence.ts";
import { REPO } from "../host.ts";
import { call, type Step } from "../main_model.ts";
import type { RpcPi } from "../rpc_mode.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { GIT_SOURCE, makeClone, Registry, shipped } from "../shipping.ts";

const BROKEN = call("write", { filename: "abc.txt", content: "hello world" });
const WHOLE = { path: "abc.txt", content: "hello world" };
const DIALOGUE: Step[] = [{ calls: [BROKEN] }, { text: "Done." }];

/** What pi ran of the broken call, as the model was shown it afterwards. */
const ran = (stage: Stage): unknown => sentCalls(stage.main.requests.at(-1)).at(-1)?.args;

/** While another pi holds the set-up, a valid call passes; when it lets go, this one sets up, and a broken call waits for it. */
async function firstUse(stage: Stage, env: Record<string, string>, root: string): Promise<void> {
  const environment = new Environment(root, stage.place.agent);
  assert.ok(environment.claim());
  const talk = async (pi: RpcPi): Promise<void> => {
    await pi.prompt("Write it.");
    assert.deepEqual(ran(stage), WHOLE, "a valid call");
    assert.equal(environment.python(), undefined, "it waited for no set-up");
    const started = performance.now();
    environment.release();
    await pi.prompt("Write it.");
    assert.deepEqual(ran(stage), WHOLE, "the first broken call is repaired");
    assert.equal(readdirSync(environment.home).length, 2, "one environment and its pointer");
    stage.note(`set up in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const told = pi.notices.map((notice) => String(notice["statusText"] ?? "")).filter((text) => text.includes("setting up"));
    assert.ok(pi.notices.some(({ message }) => String(message).startsWith("toolrecovery is ready")), "told when it is ready");
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
  const { code, stderr } = await stage.print("Write it.", { bare: true, env: { ...env, TOOLRECOVERY_SETUP: "background" } });
  assert.equal(code, 0);
  assert.deepEqual(ran(stage), { filename: "abc.txt", content: "hello world" }, "passed as it was, at once");
  assert.match(stderr, /sets up its Python environment, this once/);
  assert.deepEqual(readdirSync(join(stage.place.agent, "toolrecovery")).filter((name) => name.endsWith(".lock")), []);
}

async function remove(stage: Stage, source: string, env: Record<string, string>): Promise<void> {
  assert.equal((await stage.command(["remove", source], env)).code, 0, `pi remove ${source}`);
}

export const installed: Scenario = {
  name: "installed: from a registry, git and a folder; Python is set up by itself; removed without a trace in pi",
  main: [{ calls: [call("write", WHOLE)] }, { text: "Done." }, ...Array.from({ length: 5 }, () => DIALOGUE).flat()],
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

export const listed: Scenario = {
  name: "tui: installed from a registry, pi lists it as toolrecovery",
  tui: true,
  main: [],
  deadlineMs: 240_000,
  async play(stage) {
    const registry = await Registry.start(stage.place);
    try {
      const env = { ...shipped(stage.place, registry.url), TOOLRECOVERY_PYTHON: pythonIn(join(REPO, ".venv")) };
      assert.equal((await stage.command(["install", "npm:toolrecovery"], env)).code, 0);
      await stage.tui((pi) => pi.shows(/^\[Extensions\]\n +toolrecovery$/m).then(() => undefined), { bare: true, env });
    } finally {
      registry.stop();
    }
  },
  check: (stage) => assert.equal(stage.main.requests.length, 0),
};

/** Nothing is set up before, and nobody is there to wait for it: a fresh machine that runs one prompt. */
function firstRun(name: string, setup: string | undefined, expected: object, said: RegExp): Scenario {
  return {
    name,
    main: DIALOGUE,
    deadlineMs: 240_000,
    troubled: setup === "off",
    config: { verbose: false },
    async play(stage) {
      const registry = await Registry.start(stage.place);
      try {
        const env = { ...shipped(stage.place, registry.url), ...(setup && { TOOLRECOVERY_SETUP: setup }) };
        assert.equal((await stage.command(["install", "npm:toolrecovery"], env)).code, 0);
        const started = performance.now();
        assert.equal((await stage.print("Write it.", { bare: true, env })).code, 0);
        stage.note(`the first pi -p took ${((performance.now() - started) / 1000).toFixed(1)} s`);
      } finally {
        registry.stop();
      }
    },
    check(stage) {
      assert.deepEqual(ran(stage), expected);
      assert.match(stage.runs.at(-1)?.stderr ?? "", said);
    },
  };
}

export const firstBrokenCall = firstRun("the very first pi -p sets up Python and repairs its broken call", undefined, WHOLE, /setting up Python… 4\/4/);
export const setUpIsWaitedFor = firstRun("TOOLRECOVERY_SETUP=wait: the first message waits for Python", "wait", WHOLE, /the first message waits/);
export const setUpIsOff = firstRun(
  "TOOLRECOVERY_SETUP=off: nothing is set up, which is said once",
  "off",
  { filename: "abc.txt", content: "hello world" },
  /^toolrecovery is off for this session: its Python is not set up[^\n]*\n$/,
);
