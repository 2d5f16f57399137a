// `functions.Bash` where the tool is called `bash`.
import assert from "node:assert/strict";
import { sentCalls, sessionBlocks } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

export const namespacedTool: Scenario = {
  name: "a namespaced tool name runs as the tool it means",
  main: [{ calls: [call("functions.Bash", { command: "echo made > made.txt" })] }, { text: "Done." }],
  recovery: [{ call: { toolName: "bash", args: { command: "echo made > made.txt" } } }],
  check(stage) {
    assert.equal(stage.file("made.txt"), "made\n");
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    assert.deepEqual(sessionBlocks(stage.place, "toolCall").map((block) => block.name), ["bash"]);
    assert.deepEqual(sentCalls(stage.main.requests[1]).map((one) => one.name), ["bash"]);
  },
};
