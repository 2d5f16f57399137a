// Nobody listens at the recovery address: the model gets pi's own error and goes on.
import assert from "node:assert/strict";
import { sentCalls, sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const SENT = { alpha: "abc.txt", beta: "hello world" };

export const recoveryDown: Scenario = {
  name: "recovery server down: pi's own error reaches the model, and the person reads why, once",
  main: [{ calls: [call("write", SENT)] }, { calls: [call("write", SENT)] }, { text: "I see." }],
  recovery: "down",
  check(stage) {
    const [result = ""] = sentResults(stage.main.requests[1]);
    assert.match(result, /^Validation failed for tool "write"/);
    assert.match(result, /path: (missing|must have required properties path)/);
    stage.note(`the model saw: ${result.split("\n")[0]}`);
    assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: SENT }]);
    assert.equal(stage.runs[0]?.stdout.trim(), "I see.");
    const said = (stage.runs[0]?.stderr ?? "").split("\n").filter((line) => line.includes("cannot be reached"));
    assert.equal(said.length, 1, "lines on stderr that say why nobody recovered the call");
    stage.note(`pi's stderr: ${said[0]}`);
  },
};
