/** Where the note after a turn without its call goes in the messages of a request. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextEvent } from "@earendil-works/pi-coding-agent";
import { joinNotes } from "../../../pi-bridge/events/context.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import { call, toolHost } from "../helpers.ts";

const session = new Session(toolHost());
const text = (said: string) => ({ type: "text", text: said });
const user = (...said: string[]) => ({ role: "user", content: said.map(text) });
const result = (...said: string[]) => ({ role: "toolResult", toolCallId: "1", toolName: "bash", isError: false, content: said.map(text) });
const assistant = (...content: object[]) => ({ role: "assistant", stopReason: "toolUse", content });
const note = { role: "custom", customType: "toolrecovery", content: "Call it.", display: false };
const joined = (...messages: object[]): unknown => joinNotes(session, { messages } as unknown as ContextEvent)?.messages;

test("messages without a note are pi's own list", () => {
  assert.equal(joined(user("go"), assistant(), user("go on"), { ...note, customType: "other" }), undefined);
});

test("a note joins the prompt or the result before it", () => {
  assert.deepEqual(joined(user("go"), note), [user("go", "Call it.")]);
  assert.deepEqual(joined({ role: "user", content: "go" }, note), [user("go", "Call it.")]);
  const calling = assistant(call("1", "bash", { command: "ls" }));
  assert.deepEqual(joined(user("go"), calling, result("a.txt"), note, calling), [user("go"), calling, result("a.txt", "Call it."), calling]);
});

test("the turn with nothing in it between them goes, and two notes in a row join one message", () => {
  assert.deepEqual(joined(user("go"), assistant(), note, assistant(text(" ")), note), [user("go", "Call it.", "Call it.")]);
});

test("a note after a turn that says something stays a message", () => {
  for (const turn of [
    assistant(text("I do it now.")),
    assistant({ type: "thinking", thinking: "", thinkingSignature: "YWJj" }),
    assistant(call("1", "bash", {})),
  ]) {
    assert.deepEqual(joined(user("go"), turn, note), [user("go"), turn, note]);
  }
});

test("the messages that came are not changed", () => {
  const prompt = user("go");
  joined(prompt, note);
  assert.deepEqual(prompt, user("go"));
});

test("messages of a shape that nobody knows are left", () => {
  assert.equal(joined({ role: "assistant" }, note), undefined);
});
