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
