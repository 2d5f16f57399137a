// Two undeclared keys, two missing ones, nothing that says which is which: a model is asked, once.
import assert from "node:assert/strict";
import { sentCalls, sentResults, sessionBlocks, sessionLines } from "../evidence.ts";
import { call } from "../main_model.ts";
import { RECOVERY_KEY, RECOVERY_MODEL } from "../recovery_server.ts";
import type { Scenario } from "../scenario.ts";

const WANTED = { path: "abc.txt", content: "hello world\n" };

export const ambiguousWrite: Scenario = {
  name: "an ambiguous broken write is fixed by exactly one recovery request",
  main: [{ calls: [call("write", { alpha: "abc.txt", beta: "hello world\n" })] }, { text: "Written." }],
  recovery: [{ call: { toolName: "write", args: WANTED } }],
  check(stage) {
    assert.equal(stage.file("abc.txt"), "hello world\n");

    const asked = stage.recovery?.requests ?? [];
    assert.equal(asked.length, 1, "requests to recovery");
    assert.equal(asked[0]?.path, "/v1/chat/completions");
    assert.equal(asked[0]?.headers.authorization, `Bearer ${RECOVERY_KEY}`);
    assert.equal(asked[0]?.body.model, RECOVERY_MODEL);
    const question = JSON.stringify(asked[0]?.body);
    stage.note(`recovery prompt: ${question.length} characters`);
    for (const part of ["alpha", "abc.txt", "path", "content"]) assert.ok(question.includes(part), `${part} in the question`);

    assert.deepEqual(sessionBlocks(stage.place, "toolCall").map((block) => block.arguments), [WANTED]);
    assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: WANTED }]);
    stage.note(`the model saw as its own call: ${JSON.stringify(WANTED)}`);
    stage.note(`the model saw as result: ${sentResults(stage.main.requests[1]).join()}`);
    const remembered = sessionLines(stage.place).join("\n") + JSON.stringify(stage.main.requests[1]?.body.messages);
    for (const trace of ["alpha", "beta", "Validation failed"]) assert.ok(!remembered.includes(trace), `a trace of ${trace}`);
  },
};

const LONG = "a line of text\n".repeat(2_000);

export const answerByReference: Scenario = {
  name: "an answer by reference is filled in byte for byte, and a long content makes no long prompt",
  main: [{ calls: [call("write", { alpha: "abc.txt", beta: LONG })] }, { text: "Written." }],
  recovery: [{ call: { toolName: "write", args: { path: "$1", content: "$2" } } }],
  check(stage) {
    assert.equal(stage.file("abc.txt"), LONG);
    assert.deepEqual(sentCalls(stage.main.requests[1])[0]?.args, { path: "abc.txt", content: LONG });
    const question = JSON.stringify(stage.recovery?.requests[0]?.body);
    stage.note(`recovery prompt: ${question.length} characters for ${LONG.length} characters of content`);
    assert.ok(question.length < LONG.length / 4, "the whole content was sent to the recovery model");
  },
};
