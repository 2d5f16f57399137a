// The canonical slip, `write(filename=…)`: a rule knows it, nobody is asked.
import assert from "node:assert/strict";
import { sentCalls, sessionBlocks, sessionLines } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const WANTED = { path: "abc.txt", content: "hello world" };

export const renamedKey: Scenario = {
  name: "write(filename=…) is fixed with no recovery request",
  main: [{ calls: [call("write", { filename: "abc.txt", content: "hello world" })] }, { text: "Written." }],
  recovery: [{ call: { toolName: "write", args: WANTED } }],
  check(stage) {
    assert.equal(stage.file("abc.txt"), "hello world");
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    assert.deepEqual(sessionBlocks(stage.place, "toolCall").map((block) => block.arguments), [WANTED]);
    assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: WANTED }]);
    assert.ok(!sessionLines(stage.place).join("\n").includes("filename"), "a trace of the slip in the session file");
  },
};
