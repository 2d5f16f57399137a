// A valid call is left alone: the session holds exactly what the model sent, in its order.
import assert from "node:assert/strict";
import { sessionBlocks } from "../evidence.ts";
import type { Scenario } from "../scenario.ts";

const SENT = '{"content":"tab\\t, \\"quotes\\", ünïcode ☃, $1 and {{braces}}\\n","path":"sub/odd name.txt"}';

export const validCall: Scenario = {
  name: "a valid call is untouched: the session holds exactly what the model sent",
  main: [{ text: "I write.", calls: [{ name: "write", args: SENT, id: "call_kept" }] }, { text: "Written." }],
  recovery: [],
  check(stage) {
    const [block] = sessionBlocks(stage.place, "toolCall");
    assert.equal(JSON.stringify(block?.arguments), SENT);
    assert.equal(block?.id, "call_kept");
    assert.equal(sessionBlocks(stage.place, "text")[0]?.text, "I write.");
    const resent = stage.main.requests[1]?.body.messages.flatMap((message) => message.tool_calls ?? []);
    assert.equal(resent?.[0]?.function.arguments, SENT);
    assert.equal(stage.file("sub/odd name.txt"), (JSON.parse(SENT) as { content: string }).content);
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    stage.note(`${Buffer.byteLength(SENT)} bytes of arguments came through unchanged`);
  },
};
