// A required null: pi would write the text "null" into the file. Nothing can be put in its place, so the call is blocked.
import assert from "node:assert/strict";
import { sentCalls, sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const SENT = { path: "kept.txt", content: null };

export const requiredNull: Scenario = {
  name: "a required null is blocked with a reason, and the file stays",
  main: [{ calls: [call("write", SENT)] }, { text: "I see." }],
  files: { "kept.txt": "what was there" },
  recovery: [{ call: { toolName: "write", args: { path: "kept.txt", content: "" } } }],
  check(stage) {
    assert.equal(stage.file("kept.txt"), "what was there");
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: SENT }]);
    const [reason = ""] = sentResults(stage.main.requests[1]);
    assert.match(reason, /content.*null/s);
    stage.note(`the model saw: ${reason}`);
  },
};
