// toolrecovery twice in one pi: the copy loaded first works, the other one says so and does nothing.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sentCalls, sessionLines } from "../evidence.ts";
import { extension, REPO } from "../host.ts";
import { call, type Step } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

const slip = (name: string): Step[] => [{ calls: [call("write", { filename: name, content: "once" })] }, { text: "Written." }];

/** As `pi install` leaves it: a folder of its own, named in pi's settings. */
function install(stage: Stage): string {
  const copy = join(stage.place.root, "installed", "toolrecovery");
  for (const part of ["pi-bridge", "index.ts", "package.json"]) cpSync(join(REPO, part), join(copy, part), { recursive: true });
  writeFileSync(join(stage.place.agent, "settings.json"), JSON.stringify({ packages: [copy] }));
  return copy;
}

const saidTwice = (text: string): number => text.split("toolrecovery is loaded twice").length - 1;

function repairedOnce(stage: Stage, ...names: string[]): void {
  for (const name of names) assert.equal(stage.file(name), "once");
  for (const { args } of sentCalls(stage.main.requests.at(-1))) assert.deepEqual(Object.keys(args as object), ["path", "content"]);
  assert.equal(sessionLines(stage.place).filter((line) => line.includes('"customType":"toolrecovery"')).length, names.length, "entries");
}

export const installedToo: Scenario = {
  name: "an installed copy beside -e does nothing and says so once",
  main: slip("a.txt"),
  async play(stage) {
    const copy = install(stage);
    const run = await stage.print("Write it.");
    assert.equal(saidTwice(run.stderr), 1);
    assert.match(run.stderr, /pi remove/);
    assert.ok(run.stderr.includes(`${join(REPO, "pi-bridge")} is in use, ${copy} is not`), run.stderr);
    const { stdout } = await stage.print("/toolrecovery doctor");
    assert.ok(stdout.includes(`✗ another toolrecovery stands down: ${copy}\n`), stdout);
  },
  check: (stage) => repairedOnce(stage, "a.txt"),
};

export const installedTooRpc: Scenario = {
  name: "rpc: an installed copy beside -e: one command of each name, one notice, in new sessions and after a reload too",
  main: [...slip("a.txt"), ...slip("b.txt"), ...slip("c.txt")],
  async play(stage) {
    install(stage);
    await stage.rpc(async (pi) => {
      const listed = (await pi.ask({ type: "get_commands" })).data?.["commands"] as { name: string }[];
      assert.deepEqual(listed.map(({ name }) => name).filter((name) => name.startsWith("toolrecovery")), ["toolrecovery", "toolrecovery-model"]);
      await pi.prompt("Write it.");
      await pi.ask({ type: "new_session" });
      await pi.prompt("Write it.");
      assert.equal(saidTwice(JSON.stringify(pi.notices)), 1, "notices");
      await pi.prompt("/again");
      await pi.prompt("Write it.");
    }, { after: [extension("reloads")] });
  },
  check: (stage) => repairedOnce(stage, "a.txt", "b.txt", "c.txt"),
};

export const sameFileTwice: Scenario = {
  name: "the same copy given twice is one",
  main: slip("a.txt"),
  async play(stage) {
    const run = await stage.print("Write it.", { after: [join(REPO, "pi-bridge", "index.ts"), join(REPO, "pi-bridge")] });
    assert.equal(run.code, 0);
    assert.equal((await stage.print("/toolrecovery status", { after: [join(REPO, "pi-bridge")] })).stdout.split("repaired in").length, 2, "answers");
  },
  check: (stage) => repairedOnce(stage, "a.txt"),
};

export const bothFiles: Scenario = {
  name: "the package and its folder pi-bridge are two copies: the first one works, and it is said",
  main: slip("a.txt"),
  async play(stage) {
    const run = await stage.print("Write it.", { after: [REPO] });
    assert.ok(run.stderr.includes(`${join(REPO, "pi-bridge")} is in use, ${REPO} is not`), run.stderr);
  },
  check: (stage) => repairedOnce(stage, "a.txt"),
};

export const reloaded: Scenario = {
  name: "rpc: repairs go on after a reload, and the sidecar of before is gone",
  main: [...slip("a.txt"), ...slip("b.txt")],
  async play(stage) {
    await stage.rpc(async (pi) => {
      await pi.prompt("Write it.");
      await pi.prompt("/again");
      await pi.prompt("Write it.");
      await pi.prompt("/toolrecovery status");
      const status = String(pi.notices.at(-1)?.["message"]);
      assert.match(status, /repaired in this session: 2 /, "the session's repairs are counted on");
      assert.match(status, /saved in this session: 1 turn/, "a new sidecar");
    }, { after: [extension("reloads")] });
  },
  check: (stage) => repairedOnce(stage, "a.txt", "b.txt"),
};
