/** The sidecar's answer is believed only as far as it names its repairs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block, Message, RepairResult } from "../../../pi-bridge/protocol.ts";
import { mergeReply } from "../../../pi-bridge/pi/reply.ts";
import { call } from "../helpers.ts";

const leak = { type: "text", text: "Go. <tool_call>ls</tool_call>" };
const cut = { type: "text", text: "Go. " };

function message(...content: object[]): Message {
  return { role: "assistant", content: content as Block[], stopReason: "stop" };
}

function answer(content: object[], ...ids: string[]): RepairResult {
  const repairs = ids.map((id) => ({ id, tool: "bash", stage: "rules" as const, summary: "" }));
  return { message: { ...message(...content), stopReason: "toolUse" }, repairs, declined: [], guards: [] };
}

const accept = () => null;
const reject = () => "no";

test("a call made from leaked text comes in with its text cut", () => {
  const made = call("call_1", "bash", { command: "ls" });
  const { message: merged } = mergeReply(message(leak), answer([cut, made], "call_1"), accept);
  assert.deepEqual(merged, { ...message(cut, made), stopReason: "toolUse" });
});

test("a made call that pi would reject leaves the whole text", () => {
  const made = call("call_1", "bash", {});
  const merged = mergeReply(message(leak), answer([cut, made], "call_1"), reject);
  assert.deepEqual(merged, { message: undefined, rejected: [{ id: "call_1", error: "no" }], made: [] });
});

const NOT_FIT = { id: "call_1", tool: "bash", reason: "command is missing" };

test("a made call that does not fit comes in for pi to reject it, and is known as made", () => {
  const made = call("call_1", "bash", {});
  for (const refusal of [{ declined: [NOT_FIT] }, { guards: [{ id: "call_1", reason: "it means something else" }] }]) {
    const merged = mergeReply(message(leak), { ...answer([cut, made]), ...refusal }, reject);
    assert.deepEqual(merged.message, { ...message(cut, made), stopReason: "toolUse" });
    assert.deepEqual(merged.made, [{ id: "call_1", tool: "bash" }]);
    assert.deepEqual(merged.rejected, []);
  }
});

test("a declined call that the model sent stays pi's own object", () => {
  const sent = call("call_1", "bash", {});
  const merged = mergeReply(message(sent), { ...answer([call("call_1", "bash", { command: "rm" })]), declined: [NOT_FIT] }, accept);
  assert.equal(merged.message, undefined);
  assert.deepEqual(merged.made, []);
});

test("a made call that a recovery model mended is known as made, one that fits is known by its repair", () => {
  const made = call("call_1", "bash", { command: "ls" });
  const reply = answer([cut, made], "call_1");
  const of = (stage: "recovery" | "grammar") => ({ ...reply, repairs: reply.repairs.map((each) => ({ ...each, stage })) });
  assert.deepEqual(mergeReply(message(leak), of("recovery"), accept).made, [{ id: "call_1", tool: "bash" }]);
  assert.deepEqual(mergeReply(message(leak), of("grammar"), accept).made, []);
});

test("an unnamed call is pi's own object, whatever the answer holds", () => {
  const sent = call("1", "bash", { command: "ls" });
  const bad = call("2", "bash", { cmd: "ls" });
  const tampered = call("1", "bash", { command: "rm" });
  const merged = mergeReply(message(sent, bad), answer([tampered, call("2", "bash", { command: "ls" })], "2"), accept);
  assert.equal(merged.message?.content[0], sent);
});

test("two calls with one id keep their places", () => {
  const one = call("", "bash", { cmd: "a" });
  const two = call("", "bash", { command: "b" });
  const merged = mergeReply(message(one, two), answer([call("", "bash", { command: "a" }), two], ""), accept);
  assert.deepEqual(merged.message?.content, [call("", "bash", { command: "a" }), two]);
});

test("a repaired text keeps no error of the text before it", () => {
  const sent = call("1", "bash", {}, { argumentsError: "bad JSON" });
  const merged = mergeReply(message(sent), answer([call("1", "bash", { command: "ls" })], "1"), accept);
  assert.deepEqual(merged.message?.content, [call("1", "bash", { command: "ls" })]);
});

test("a text that the answer changed is taken, the thinking before it is pi's own", () => {
  const thinking = { type: "thinking", thinking: "hm", thinkingSignature: "s" };
  const sent = call("1", "bash", { command: "ls" });
  const merged = mergeReply(message(thinking, leak, sent), answer([{ ...thinking }, cut, { ...sent }]), accept);
  assert.deepEqual(merged.message?.content, [thinking, cut, sent]);
  assert.equal(merged.message?.content[0], thinking);
});

test("an answer equal to the message is no change", () => {
  const sent = call("1", "bash", { command: "ls" });
  assert.equal(mergeReply(message(leak, sent), answer([{ ...leak }, { ...sent }]), accept).message, undefined);
});

test("a call that the answer lost is an error", () => {
  const sent = call("1", "bash", { command: "ls" });
  assert.throws(() => mergeReply(message(leak, sent), answer([leak]), accept), /lost the call 1/);
});

test("a call that the answer made and did not name is an error", () => {
  assert.throws(() => mergeReply(message(leak), answer([cut, call("9", "bash", {})]), accept), /nobody sent: 9/);
});
