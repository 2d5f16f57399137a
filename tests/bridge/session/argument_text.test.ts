/** Broken argument text, heard where pi keeps no word of it. */

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
function heard(text: string, parsers = SILENT, pieces = text.match(/[^]{1,3}/g) ?? []): { sent: ArgumentText; message: Message } {
  const sent = new ArgumentText(parsers);
  const block = call("1", "bash", parseStreamingJson(text) as object);
  const message: Message = { role: "assistant", content: [{ type: "text", text: "So." }, { ...block }], stopReason: "toolUse" };
  const hear = (type: string, more: object = {}): void =>
    sent.add({ message, assistantMessageEvent: { type, contentIndex: 1, ...more } } as unknown as MessageUpdateEvent);
  hear("toolcall_start");
  for (const delta of pieces) hear("toolcall_delta", { delta });
  hear("toolcall_end");
  return { sent, message };
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
    const told = sent.fillIn(message);
    const [first, second] = told.content;
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
    const told = sent.fillIn(message).content[1];
    assert.equal(told?.["argumentsError"], piAi.parseToolCallArguments(text).argumentsError, text);
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
    assert.equal(sent.fillIn(message), message);
  });
}

test("arguments that another extension has changed since are its own", () => {
  const { sent, message } = heard('{"command": "ls');
  const changed: Message = { ...message, content: message.content.map((block) => ({ ...block, arguments: { command: "sandbox ls" } })) };
  assert.deepEqual(sent.fillIn(changed), changed);
});

test("what was heard is of one message alone", () => {
  const { sent, message } = heard('{"command": "ls');
  assert.notEqual(sent.fillIn(message), message);
  assert.equal(sent.fillIn(message), message);
});
