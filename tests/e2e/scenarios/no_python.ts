// No interpreter to run the sidecar: pi works as if the extension were absent, and says once how to mend it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { call, type Step } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";
import { sameAsPiAlone } from "./off.ts";

const DIALOGUE: Step[] = [
  { calls: [call("write", { filename: "abc.txt", content: "hello world" })] },
  { calls: [call("write", { path: "abc.txt", content: "hello world" })] },
  { text: "Written." },
];

const mending = (text: string): string[] => text.split("\n").filter((line) => line.includes("TOOLRECOVERY_PYTHON"));

export const noPython: Scenario = {
  name: "no usable Python: pi works as without the extension and says once how to mend it",
  main: [...DIALOGUE, ...DIALOGUE],
  async play(stage) {
    await stage.print("Write it.", { bare: true });
    await stage.print("Write it.", { env: { TOOLRECOVERY_PYTHON: join(stage.place.root, "nowhere", "python") } });
  },
  check(stage) {
    sameAsPiAlone(stage, DIALOGUE.length);
    assert.equal(stage.file("abc.txt"), "hello world");
    const lines = mending(stage.runs[1]?.stderr ?? "");
    assert.equal(lines.length, 1, "lines on stderr that say how to mend it");
    stage.note(`pi's stderr: ${lines[0]?.replaceAll(stage.place.root, "…")}`);
  },
};

export const noPythonRpc: Scenario = {
  name: "no usable Python in rpc mode: one notice, and the session goes on",
  main: [...DIALOGUE, { text: "Still here." }],
  async play(stage) {
    const env = { TOOLRECOVERY_PYTHON: join(stage.place.root, "nowhere", "python") };
    await stage.rpc(async (pi) => {
      await pi.prompt("Write it.");
      await pi.prompt("Are you there?");
      const said = pi.notices.filter((notice) => mending(JSON.stringify(notice)).length > 0);
      assert.equal(said.length, 1, `notices that say how to mend it, of ${JSON.stringify(pi.notices)}`);
      stage.note(`notice: ${said[0]?.["method"]}`);
    }, { env });
  },
  check(stage) {
    assert.equal(stage.file("abc.txt"), "hello world");
    assert.equal(stage.main.requests.length, DIALOGUE.length + 1);
  },
};
