// Sessions that were there before: counted once in one line, and read whole when asked for.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { REPO } from "../host.ts";
import type { RpcPi } from "../rpc_mode.ts";
import type { Scenario, Stage } from "../scenario.ts";

const COUNTED = /^\d+ failed calls in your (last 30 days|newest 1 session), \d+ would have run: \/toolrecovery audit$/;

function plant(stage: Stage): void {
  const folder = join(stage.place.agent, "sessions", "--before--");
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(REPO, "tests", "corpus", "sessions", "failures.jsonl"), join(folder, "2026-01-01T00-00-00-000Z_before.jsonl"));
}

const notes = (pi: RpcPi): string[] => pi.notices.filter(({ method }) => method === "notify").map(({ message }) => String(message));

async function nextNote(pi: RpcPi, wanted: RegExp): Promise<string> {
  for (;;) {
    const { method, message } = await pi.next("extension_ui_request");
    if (method === "notify" && wanted.test(String(message))) return String(message);
  }
}

export const glanceOnce: Scenario = {
  name: "rpc: the first start on a machine with sessions says once what failed in them; audit shows all of it",
  main: [{ text: "Hello." }, { text: "Hello again." }],
  async play(stage) {
    plant(stage);
    await stage.rpc(async (pi) => {
      await pi.prompt("Hello?");
      stage.note(await nextNote(pi, COUNTED));
      await pi.ask({ type: "prompt", message: "/toolrecovery audit" });
      const page = await nextNote(pi, /^\d+ sessions?, /);
      assert.match(page, /^what failed$/m);
      assert.match(page, /^repaired by$/m);
    });
    await stage.rpc(async (pi) => {
      await pi.prompt("Hello again?");
      await pi.prompt("/toolrecovery status");
      assert.deepEqual(notes(pi).filter((note) => COUNTED.test(note)), [], "said once");
    });
  },
  check: (stage) => assert.equal(stage.main.requests.length, 2),
};

export const glanceOff: Scenario = {
  name: "past sessions are not counted in print mode, nor where glance is off; audit answers on stdout",
  main: [{ text: "Hello." }, { text: "Hello." }],
  config: { glance: false },
  async play(stage) {
    plant(stage);
    const { stderr } = await stage.print("Hello?");
    assert.equal(stderr, "");
    await stage.rpc(async (pi) => {
      await pi.prompt("Hello?");
      await pi.prompt("/toolrecovery status");
      assert.deepEqual(notes(pi).filter((note) => COUNTED.test(note)), []);
    });
    const { stdout } = await stage.print("/toolrecovery audit");
    assert.match(stdout, /^\d+ sessions?, .*\n/);
    assert.match((await stage.print("/toolrecovery audit sessions-of-nobody")).stdout, /sessions-of-nobody does not exist/);
  },
  check: (stage) => assert.equal(stage.main.requests.length, 2),
};
