// Arguments that are no JSON: a trailing comma, single quotes, a raw newline.
import assert from "node:assert/strict";
import { sentCalls, sessionLines } from "../evidence.ts";
import type { Scenario } from "../scenario.ts";

const RAW = `{'path': 'abc.txt', 'content': 'one\n"two"\\n',}`;
const WANTED = { path: "abc.txt", content: 'one\n"two"\n' };

export const malformedArguments: Scenario = {
  name: "malformed JSON arguments are read without a model",
  main: [{ calls: [{ name: "write", args: RAW }] }, { text: "Written." }],
  recovery: [{ call: { toolName: "write", args: WANTED } }],
  check(stage) {
    assert.equal(stage.file("abc.txt"), WANTED.content);
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: WANTED }]);
    assert.ok(!sessionLines(stage.place).join("\n").includes("argumentsError"), "pi's reading error in the session file");
  },
};

export const truncatedArguments: Scenario = {
  name: "arguments cut off inside a string are not run",
  main: [{ calls: [{ name: "write", args: '{"path": "abc.txt", "content": "the first half of' }] }, { text: "I see." }],
  check(stage) {
    assert.throws(() => stage.file("abc.txt"), "a file was written from half a content");
    assert.match(JSON.stringify(stage.main.requests[1]?.body.messages), /Invalid arguments for tool|Not run: the arguments are no whole JSON object/);
  },
};
