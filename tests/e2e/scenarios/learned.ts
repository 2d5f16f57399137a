// What a recovery model taught once is done without it: in the same session, in another pi, until it fails.
import assert from "node:assert/strict";
import { sentCalls, sentResults } from "../evidence.ts";
import { call, type Step } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

const BY_REFERENCE = { call: { toolName: "write", args: { path: "$1", content: "$2" } } };

const slip = (name: string): Step => ({ calls: [call("write", { alpha: name, beta: `content of ${name}\n` })] });

function written(stage: Stage, ...names: string[]): void {
  for (const name of names) assert.equal(stage.file(name), `content of ${name}\n`);
}

export const learnedOnce: Scenario = {
  name: "the same slip twice asks the recovery model once",
  main: [slip("first.txt"), slip("second.txt"), slip("third.txt"), { text: "Written." }],
  recovery: [BY_REFERENCE],
  check(stage) {
    written(stage, "first.txt", "second.txt", "third.txt");
    assert.equal(stage.recovery?.requests.length, 1, "requests to recovery");
    const shown = sentCalls(stage.main.requests.at(-1)).map(({ args }) => Object.keys(args as object).join());
    assert.deepEqual(shown, ["path,content", "path,content", "path,content"]);
  },
};

export const learnedAcross: Scenario = {
  name: "what one pi learned another uses; /toolrecovery learned lists it, forget forgets it",
  main: [slip("first.txt"), { text: "Written." }, slip("second.txt"), { text: "Written." }, slip("third.txt"), { text: "Written." }],
  recovery: [BY_REFERENCE],
  async play(stage) {
    await stage.print("Write the first.");
    await stage.print("Write the second.");
    assert.equal(stage.recovery?.requests.length, 1, "requests to recovery by two processes");
    const listed = (await stage.print("/toolrecovery learned")).stdout;
    assert.match(listed, /1\. write: alpha → path, beta → content .*used once/);
    stage.note(`/toolrecovery learned → ${listed.trim().split("\n").join(" | ")}`);
    const forgotten = (await stage.print("/toolrecovery forget 1")).stdout;
    assert.match(forgotten, /^Forgot write/);
    assert.match((await stage.print("/toolrecovery learned")).stdout, /Nothing was learned/);
    await stage.print("Write the third.");
  },
  check(stage) {
    written(stage, "first.txt", "second.txt", "third.txt");
    assert.equal(stage.recovery?.requests.length, 2, "requests to recovery: forgotten, so asked again");
  },
};

const edit = (find: string, put: string): Step => ({ calls: [call("edit", { file: "a.txt", pairs: [{ x: find, y: put }] })] });

export const learnedFails: Scenario = {
  name: "a learned repair whose call fails is forgotten, and the model is asked again",
  files: { "a.txt": "one two three\n" },
  main: [edit("one", "1"), edit("nowhere", "2"), edit("three", "3"), { text: "Edited." }],
  recovery: [
    { call: { toolName: "edit", args: { path: "a.txt", edits: [{ oldText: "one", newText: "1" }] } } },
    { call: { toolName: "edit", args: { path: "a.txt", edits: [{ oldText: "three", newText: "3" }] } } },
  ],
  check(stage) {
    assert.equal(stage.file("a.txt"), "1 two 3\n");
    assert.match(sentResults(stage.main.requests.at(-1))[1] ?? "", /nowhere|Could not find|not found/i);
    assert.equal(stage.recovery?.requests.length, 2, "requests to recovery");
  },
};
