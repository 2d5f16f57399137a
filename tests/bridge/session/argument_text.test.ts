/** The streamed text of a call's arguments: what is kept of it, and what is made of it in a pi that does not tell about broken text. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as piAi from "@earendil-works/pi-ai";
import type { MessageUpdateEvent } from "@earendil-works/pi-coding-agent";
import type { Message } from "../../../pi-bridge/protocol.ts";
import { ArgumentText, type Parsers } from "../../../pi-bridge/session/argument_text.ts";
import { call } from "../helpers.ts";

const { parseJsonWithRepair, parseStreamingJson } = piAi;
const SILENT: Parsers = { parseJsonWithRepair, parseStreamingJson };

/** What a pi makes of a text that comes in pieces, and what the bridge heard of it. */
function heard(text: string, parsers = SILENT, pieces: string[] = text.match(/[^]{1,3}/g) ?? [], longest?: number): { sent: ArgumentText; message: Message } {
  const sent = new ArgumentText(parsers, longest);
  const block = call("1", "bash", parseStreamingJson(text) as object);
  const message: Message = { role: "assistant", content: [{ type: "text", text: "So." }, { ...block }], stopReason: "toolUse" };
  const hear = (type: string, more: object = {}): void =>
    sent.add({ message, assistantMessageEvent: { type, contentIndex: 1, ...more } } as unknown as MessageUpdateEvent);
  hear("toolcall_start");
  for (const delta of pieces) hear("toolcall_delta", { delta });
  hear("toolcall_end");
  return { sent, message };
}

function told(sent: ArgumentText, message: Message): Message {
  return sent.take(message).message;
}

for (const [what, text] of [
  ["text cut off inside a string", '{"command": "rm -rf /tmp/x'],
  ["text with a trailing comma", '{"command": "ls", "timeout": 5,, }'],
  ["a list", '[{"command": "ls"}]'],
  ["a Python literal", "{'command': 'ls'}"],
] as const) {
  test(`${what} is told in pi's own form, and the block that came stays`, () => {
    const { sent, message } = heard(text);
    const before = structuredClone(message);
    const after = told(sent, message);
    const [first, second] = after.content;
    assert.equal(first, message.content[0]);
    assert.deepEqual(second?.["arguments"], {});
    assert.ok(String(second?.["argumentsError"]).endsWith(`\n\nReceived arguments:\n${text}`));
    assert.deepEqual(message, before);
  });
}

const TELLS = typeof piAi.parseToolCallArguments === "function";

test("where pi has a rule of its own, it is the same one", { skip: !TELLS && "this pi has none" }, () => {
  for (const text of ['{"command": "ls', '{"a": 1,}', "[]", "null", '"{}"', '{"a": 1}', '{"path": "C:\\new"}', '{"a": "\n"}', "", " "]) {
    const { sent, message } = heard(text);
    const after = told(sent, message).content[1];
    assert.equal(after?.["argumentsError"], piAi.parseToolCallArguments(text).argumentsError, text);
  }
});

for (const [why, text, parsers, pieces] of [
  ["a valid call", '{"command": "ls"}', SILENT],
  ["a call without arguments", "", SILENT],
  ["text that pi itself tells about", '{"command": "ls', { ...SILENT, parseToolCallArguments: () => ({}) }],
  ["text in a pi that has no parser to share", '{"command": "ls', {}],
  ["a call of which only a part came in pieces", '{"command": "ls", "timeout": 5}', SILENT, ['{"comm', "and"]],
] as const) {
  test(`${why} is left alone`, () => {
    const { sent, message } = heard(text, parsers, pieces && [...pieces]);
    assert.equal(told(sent, message), message);
  });
}

test("arguments that another extension has changed since are its own", () => {
  const { sent, message } = heard('{"command": "ls');
  const changed: Message = { ...message, content: message.content.map((block) => ({ ...block, arguments: { command: "sandbox ls" } })) };
  assert.deepEqual(told(sent, changed), changed);
});

test("what was heard is of one message alone", () => {
  const { sent, message } = heard('{"command": "ls');
  assert.notEqual(told(sent, message), message);
  assert.equal(told(sent, message), message);
});

const REPORTS = { ...SILENT, parseToolCallArguments: reads };

/** As a pi that has a parser for complete arguments. */
function reads(text: string): { arguments: unknown; argumentsError?: string } {
  const parsed = parseJsonWithRepair(text) as unknown;
  return { arguments: parsed };
}

for (const [what, text] of [
  ["a quote that JSON does not escape", String.raw`{"command": "printf \'%s\' done"}`],
  ["an escape that JSON does not have", String.raw`{"pattern": "\d+"}`],
  ["a line break inside a string", '{"text": "a\nb"}'],
  ["a number in another spelling", '{"version": 1.10}'],
  ["a number of too many digits", '{"id": 1754123456789012345}'],
  ["a key twice", '{"newText": "two", "newText": ""}'],
  ["a key twice, once with an escape", String.raw`{"edits": [{"a": 1, "\u0061": 2}]}`],
] as const) {
  for (const [where, parsers] of [["an older pi", SILENT], ["a newer one", REPORTS]] as const) {
    for (const size of [1, 2, 5]) {
      test(`${what} is sent along, in ${where}, in pieces of ${size}`, () => {
        const { sent, message } = heard(text, parsers, text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []);
        assert.deepEqual(sent.take(message), { message, rawArguments: { 1: text } });
      });
    }
  }
}

test("an escape of half a character is sent along where pi reads it", { skip: !TELLS && "this pi takes it for broken" }, () => {
  const text = String.raw`{"text": "a \u00 b"}`;
  const { sent, message } = heard(text, REPORTS);
  assert.deepEqual(sent.take(message).rawArguments, { 1: text });
});

test("a surrogate pair cut in two is whole again", () => {
  const text = '{"text": "\u{1F600}", "n": 1.0}';
  const { sent, message } = heard(text, REPORTS, text.split(""));
  assert.equal(sent.take(message).rawArguments["1"], text);
});

for (const [what, text] of [
  ["plain arguments", '{"path": "a.txt", "edits": [{"oldText": "a", "newText": "b"}, {"oldText": "c", "newText": "b"}]}'],
  ["escapes of JSON", String.raw`{"text": "a\n\t\"\\\u00e9\ud83d\ude00\/ \ud800"}`],
  ["numbers as JavaScript writes them", '{"a": 0, "b": -1, "c": 1.5, "d": 12345678901234, "e": [1, 2.25]}'],
  ["a key of the same name in another object", '{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 2}]}'],
  ["keys that only look alike", String.raw`{"a": 1, "A": 2, "\"a\"": 3, "a:": ":"}`],
  ["digits, braces and a key in a string", '{"text": "1.10 {\\"a\\": 1, \\"a\\": 2}"}'],
  ["names that every object has", '{"constructor": 1, "toString": 2, "__proto__": 3}'],
] as const) {
  test(`nothing is sent along with ${what}`, () => {
    const { sent, message } = heard(text, REPORTS);
    assert.deepEqual(sent.take(message), { message, rawArguments: {} });
  });
}

test("the text of arguments that another extension has changed since is not sent", () => {
  const { sent, message } = heard('{"version": 1.10}', REPORTS);
  const [, block] = message.content;
  assert.ok(block);
  block["arguments"] = { version: "2" };
  assert.deepEqual(sent.take(message).rawArguments, {});
});

test("the text of two calls with one id is not sent", () => {
  const { sent, message } = heard('{"version": 1.10}', REPORTS);
  message.content.push(structuredClone(message.content[1]) as Message["content"][number]);
  assert.deepEqual(sent.take(message).rawArguments, {});
});

test("no text is kept of a message that is too long", () => {
  const text = '{"version": 1.10}';
  const fits = heard(text, REPORTS, undefined, text.length);
  assert.deepEqual(fits.sent.take(fits.message).rawArguments, { 1: text });
  const long = heard(text, REPORTS, undefined, text.length - 1);
  assert.deepEqual(long.sent.take(long.message).rawArguments, {});
});

test("a text is gone with its message", () => {
  const { sent, message } = heard('{"version": 1.10}', REPORTS);
  assert.notDeepEqual(sent.take(message).rawArguments, {});
  assert.deepEqual(sent.take(message).rawArguments, {});
});
