// A recovery model that makes things up: its answer runs nothing, and pi's own error stands.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileSizes, sentCalls, sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

const SENT = { alpha: "abc.txt", beta: "hello world" };
const main = [{ calls: [call("write", SENT)] }, { text: "I see." }];

function refused(stage: Stage): void {
  assert.ok((stage.recovery?.requests.length ?? 0) > 0, "recovery was asked");
  assert.deepEqual(fileSizes(stage.place.work), [], "files in the work directory");
  assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: SENT }]);
  assert.match(sentResults(stage.main.requests[1]).join(), /^Validation failed for tool "write"/);
  stage.note("the model saw its own call and pi's own error");
}

export const inventsCommand: Scenario = {
  name: "a recovery model that invents a command is refused",
  main,
  recovery: [{ call: { toolName: "bash", args: { command: "touch x" } } }],
  check(stage) {
    refused(stage);
    assert.ok(!existsSync(join(stage.place.work, "x")), "the command ran");
  },
};

export const inventsPath: Scenario = {
  name: "a recovery model that invents a path is refused",
  main,
  recovery: [{ call: { toolName: "write", args: { path: "/etc/abc.txt", content: "hello world" } } }],
  check: refused,
};

export const emptiesContent: Scenario = {
  name: "a recovery model that empties the content is refused",
  main,
  recovery: [{ call: { toolName: "write", args: { path: "abc.txt", content: "" } } }],
  check: refused,
};

const CONTENT = "one two three\n".repeat(50);
const EDIT = { file: "a.txt", pairs: [{ x: "one", y: "1" }] };
const AS_WRITE = { call: { toolName: "write", args: { path: "a.txt", content: "1" } } };

export const changesTool: Scenario = {
  name: "a recovery model that makes a write of an edit is refused, and is asked again the next time",
  files: { "a.txt": CONTENT },
  main: [{ calls: [call("edit", EDIT)] }, { calls: [call("edit", EDIT)] }, { text: "I see." }],
  recovery: [AS_WRITE],
  async play(stage) {
    await stage.print("Edit it.");
    assert.match((await stage.print("/toolrecovery learned")).stdout, /Nothing was learned/);
  },
  check(stage) {
    assert.equal(stage.file("a.txt"), CONTENT);
    const last = stage.main.requests.at(-1);
    assert.deepEqual(sentCalls(last).map(({ name, args }) => ({ name, args })), [
      { name: "edit", args: EDIT },
      { name: "edit", args: EDIT },
    ]);
    for (const result of sentResults(last)) assert.match(result, /^Validation failed for tool "edit"/);
    assert.equal(stage.recovery?.requests.length, 4, "requests to recovery: two tries for each call");
    stage.note("the file kept its 50 lines, and nothing was learned");
  },
};
