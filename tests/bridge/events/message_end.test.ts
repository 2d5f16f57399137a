/** What pi gets back for a finished message: repaired blocks where pi accepts them, its own object everywhere else. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { MessageEndEvent } from "@earendil-works/pi-coding-agent";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import { repairDisplayed } from "../../../pi-bridge/events/message_update.ts";
import type { Message } from "../../../pi-bridge/protocol.ts";
import type { Session } from "../../../pi-bridge/session/session.ts";
import { call, during, isSent, messageEnd, peer, person, running, SAFE, sessionWith, toolHost, until } from "../helpers.ts";

const watcher = person();
const session = sessionWith(peer("well_behaved"), watcher);
after(() => session.stop());

async function repaired(event: MessageEndEvent, of: Session = session): Promise<Message | undefined> {
  return (await repairMessage(of, event, during()))?.message as unknown as Message | undefined;
}

async function logOf(of: Session): Promise<string[]> {
  const answer = await running(of).request<{ text: string }>("command/run", { name: "toolrecovery", args: "log" }, 50_000);
  return answer.ok ? answer.result.text.split(" ") : [];
}

test("a valid call comes back as nothing", SAFE, async () => {
  assert.equal(await repaired(messageEnd([call("1", "bash", { command: "ls" })])), undefined);
});

test("a repaired call keeps what only the provider knows; the blocks around it are pi's own", SAFE, async () => {
  const text = { type: "text", text: "I will list.", textSignature: "s" };
  const good = call("1", "bash", { command: "ls" });
  const bad = call("2", "bash", { cmd: "pwd" }, { thoughtSignature: "sig" });
  const message = await repaired(messageEnd([text, good, bad], { usage: { input: 3 } }));
  assert.equal(message?.content[0], text);
  assert.equal(message?.content[1], good);
  assert.deepEqual(message?.content[2], call("2", "bash", { command: "pwd" }, { thoughtSignature: "sig" }));
  assert.deepEqual(message?.["usage"], { input: 3 });
  assert.deepEqual(bad.arguments, { cmd: "pwd" }, "the message that came is not touched");
});

test("a repair that pi would reject goes back to what the model sent, alone, and the sidecar hears of it", SAFE, async () => {
  const hopeless = call("1", "write", { filename: "a.txt" });
  const message = await repaired(messageEnd([hopeless, call("2", "bash", { cmd: "pwd" })]));
  assert.equal(message?.content[0], hopeless);
  assert.deepEqual(message?.content[1], call("2", "bash", { command: "pwd" }));
  assert.equal((await logOf(session)).includes("repair/rejected"), true);
});

test("a message whose only repair is rejected comes back as nothing", SAFE, async () => {
  assert.equal(await repaired(messageEnd([call("1", "write", { filename: "a.txt" })])), undefined);
});

test("the tools are told when the session starts, once, and again to a sidecar that lost them", SAFE, async () => {
  const fresh = sessionWith(peer("well_behaved"), person());
  await until(() => isSent(fresh));
  const slip = () => repaired(messageEnd([call("1", "bash", { cmd: "pwd" })]), fresh);
  const tellings = async () => (await logOf(fresh)).filter((method) => method === "tools/set").length;
  assert.notEqual(await slip(), undefined);
  assert.equal(await tellings(), 1);
  await running(fresh).request("command/run", { name: "toolrecovery", args: "forget" }, 50_000);
  assert.notEqual(await slip(), undefined);
  assert.equal(await tellings(), 2);
  await fresh.stop();
});

test("a guarded call is blocked with its reason, until the next message", SAFE, async () => {
  await repaired(messageEnd([call("1", "bash", { command: "null", play: "guard" })]));
  assert.equal(session.lastMessage.guards.get("1"), "it means something else");
  await repaired(messageEnd([call("2", "bash", { command: "ls" })]));
  assert.equal(session.lastMessage.guards.size, 0);
});

/** The text that the sidecar was sent for a call that arrived as `text` and was complete with `args`. */
async function sentFor(text: string, args = JSON.parse(text) as object, more: object = {}): Promise<string | undefined> {
  const event = messageEnd([call("1", "bash", args)], more);
  for (const update of [{ type: "toolcall_start" }, ...[...text].map((delta) => ({ type: "toolcall_delta", delta })), { type: "toolcall_end" }]) {
    const assistantMessageEvent = { ...update, contentIndex: 0 };
    const arrived = messageEnd([call("1", "bash", JSON.parse(text) as object)]);
    await repairDisplayed(session, { message: arrived.message, assistantMessageEvent } as never, { ...during(), hasUI: false });
  }
  await repaired(event);
  return session.lastMessage.guards.get("1");
}

test("the streamed text goes along where pi's reading may have lost something", SAFE, async () => {
  const text = '{"command": "ls", "timeout": 1.0, "play": "tell text"}';
  assert.equal(await sentFor(text), text);
  assert.equal(await sentFor('{"command": "ls", "play": "tell text"}'), "no text");
  assert.equal(await sentFor(text, { command: "sandboxed ls", play: "tell text" }), "no text", "another extension's change wins");
  assert.equal(await sentFor(text, undefined, { stopReason: "length" }), undefined);
});

for (const [why, event] of [
  ["a user's message", messageEnd([call("1", "bash", { cmd: "ls" })], { role: "user" })],
  ["a message cut at the length limit", messageEnd([call("1", "bash", { cmd: "ls" })], { stopReason: "length" })],
  ["an aborted message", messageEnd([call("1", "bash", { cmd: "ls" })], { stopReason: "aborted" })],
  ["a message with nothing in it", messageEnd([], { stopReason: "stop" })],
] as const) {
  test(`${why} is not even asked about`, SAFE, async () => {
    const before = await logOf(session);
    assert.equal(await repaired(event), undefined);
    assert.equal((await logOf(session)).length, before.length + 1);
  });
}

// the peer never answers a message that holds this
const unanswered = { type: "text", text: "<tool_call>", arguments: { play: "hang" } };

test("where leaked calls are not read, text that may hold one is looked at and nothing waits for it", SAFE, async () => {
  const asked = async () => (await logOf(session)).filter((method) => method === "message/repair").length;
  const before = await asked();
  for (const text of ["<tool_call>", '{"name"', "[call", "bash(command"]) {
    assert.equal(await repaired(messageEnd([{ type: "text", text }], { stopReason: "stop" })), undefined);
    await session.looking;
  }
  assert.equal(await asked(), before + 4);
  await repaired(messageEnd([{ type: "text", text: "All is done (see above)." }], { stopReason: "stop" }));
  await session.looking;
  assert.equal(await asked(), before + 4);
  const waits = sessionWith(peer("well_behaved"), person());
  assert.equal(await repaired(messageEnd([unanswered], { stopReason: "stop" }), waits), undefined);
  await waits.sidecar?.stop();
});

test("text without a call is asked about where the sidecar reads leaked calls", SAFE, async () => {
  const text = messageEnd([{ type: "text", text: "done" }], { stopReason: "stop" });
  const reader = sessionWith(peer("well_behaved", "--grammar"), person());
  await logOf(reader); // it has greeted
  assert.equal(await repaired(text, reader), undefined);
  assert.equal((await logOf(reader)).includes("message/repair"), true);
  await reader.stop();
});

test("with settings of one's own, text waits for a sidecar that has not greeted yet", SAFE, async (t) => {
  const agentDir = mkdtempSync(join(tmpdir(), "toolrecovery-"));
  t.after(() => {
    delete process.env["PI_CODING_AGENT_DIR"];
    rmSync(agentDir, { recursive: true });
  });
  writeFileSync(join(agentDir, "tool-recovery.json"), "{}");
  process.env["PI_CODING_AGENT_DIR"] = agentDir;
  const reader = sessionWith(peer("well_behaved", "--grammar"), person());
  assert.equal(await repaired(messageEnd([{ type: "text", text: "done" }], { stopReason: "stop" }), reader), undefined);
  assert.equal((await logOf(reader)).includes("message/repair"), true);
});

test("an abort ends the wait, and nothing is said about it", SAFE, async () => {
  const abort = new AbortController();
  const said = watcher.statuses.length;
  const hanging = repairMessage(session, messageEnd([call("1", "bash", { play: "hang" })]), during(abort.signal));
  await until(async () => (await logOf(session)).includes("hanging"));
  abort.abort();
  assert.equal(await hanging, undefined);
  assert.equal(watcher.statuses.length, said);
});

test("nonsense in the answer leaves the message, and is said once", SAFE, async () => {
  const nonsense = messageEnd([call("1", "bash", { cmd: "x", play: "nonsense" })]);
  assert.equal(await repaired(nonsense), undefined);
  assert.equal(await repaired(nonsense), undefined);
  const troubles = watcher.statuses.filter((text) => text?.startsWith("toolrecovery left a message unchanged: "));
  assert.equal(troubles.length, 1);
  assert.equal(watcher.statuses.at(-1), troubles[0]);
});

for (const name of ["dies_at_once", "dies_mid_frame", "speaks_garbage", "speaks_bad_json", "floods_text", "floods_frames"]) {
  test(`a sidecar that ${name.replaceAll("_", " ")} leaves the message, and is told of once`, SAFE, async () => {
    const watcher = person();
    const ill = sessionWith(peer(name), watcher);
    assert.equal(await repaired(messageEnd([call("1", "bash", { cmd: "ls" })]), ill), undefined);
    assert.equal(await repaired(messageEnd([call("2", "bash", { cmd: "ls" })]), ill), undefined);
    assert.equal(watcher.statuses.length, 1);
    await ill.stop();
  });
}

test("trouble leaves the footer as soon as the sidecar answers again, and is told again when it comes again", SAFE, async () => {
  const watcher = person();
  const dying = sessionWith(peer("well_behaved"), watcher);
  const deadly = messageEnd([call("1", "bash", { cmd: "ls", play: "die" })]);
  assert.equal(await repaired(deadly, dying), undefined);
  assert.notEqual(await repaired(messageEnd([call("2", "bash", { cmd: "ls" })]), dying), undefined);
  assert.equal(await repaired(deadly, dying), undefined);
  const dead = "toolrecovery left a message unchanged: the sidecar exited with status 3";
  assert.deepEqual(watcher.statuses, [dead, "⚒ 1 repaired", dead]);
  await dying.stop();
});

test("repairs that pi took are counted in the footer, entered in the session without a word of the slip, and told", SAFE, async () => {
  const reader = person();
  const entries: unknown[] = [];
  const host = { ...toolHost(), appendEntry: (type: string, data: unknown) => void entries.push([type, data]) };
  const wordy = sessionWith(peer("well_behaved", "--verbose"), reader, {}, host);
  await repaired(messageEnd([call("1", "bash", { cmd: "pwd" }), call("2", "write", { filename: "a.txt" })]), wordy);
  await repaired(messageEnd([call("3", "bash", { cmd: "pwd" })]), wordy);
  assert.deepEqual(reader.statuses, ["⚒ 1 repaired", "⚒ 2 repaired"]);
  await repaired(messageEnd([call("4", "bash", { cmd: "pwd" }), call("5", "bash", { cmd: "ls" })]), wordy);
  const told = "⚒ cmd → command";
  assert.deepEqual(reader.notes, [told, told, `${told}\n${told}`], "one note a message: pi replaces the note right before");
  const entry = (id: string) => ["toolrecovery", { id, tool: "bash", stage: "rules", rules: [] }];
  assert.deepEqual(entries, ["1", "3", "4", "5"].map(entry));
  await wordy.stop();
});

test("an entry that cannot be made costs no repair", SAFE, async () => {
  const host = { ...toolHost(), appendEntry: () => assert.fail("stale") };
  const stale = sessionWith(peer("well_behaved"), person(), {}, host);
  assert.notEqual(await repaired(messageEnd([call("1", "bash", { cmd: "pwd" })]), stale), undefined);
  await stale.stop();
});

test("what the sidecar reads changes while it runs", SAFE, async () => {
  const text = messageEnd([{ type: "text", text: "done" }], { stopReason: "stop" });
  const asked = async () => (await logOf(session)).filter((method) => method === "message/repair").length;
  await repaired(messageEnd([unanswered], { stopReason: "stop" })); // not waited for
  await running(session).request("command/run", { name: "toolrecovery", args: "open" }, 50_000);
  const before = await asked();
  await repaired(text);
  assert.equal(await asked(), before + 1);
});

test("a silent sidecar leaves the message", SAFE, async () => {
  const ill = sessionWith(peer("silent"), person(), { limits: { helloMs: 20, graceMs: 50 } });
  assert.equal(await repaired(messageEnd([call("1", "bash", { cmd: "ls" })]), ill), undefined);
  await ill.stop();
});

test("without a Python the message stays and the person reads how to mend it", SAFE, async () => {
  const watcher = person();
  const none = sessionWith({ ...peer("silent"), file: "/nowhere/python" }, watcher);
  assert.equal(await repaired(messageEnd([call("1", "bash", { cmd: "ls" })]), none), undefined);
  assert.match(watcher.statuses.join(), /^toolrecovery found no Python: tried \/nowhere\/python\. Set TOOLRECOVERY_PYTHON to /);
  await none.stop();
});
