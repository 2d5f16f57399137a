/** A turn that stopped for a call and has none. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { TurnEndEvent } from "@earendil-works/pi-coding-agent";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import { continueTurn } from "../../../pi-bridge/events/turn_end.ts";
import { during, messageEnd, peer, person, SAFE, sessionWith, toolHost } from "../helpers.ts";

const session = sessionWith(peer("well_behaved"), person());
after(() => session.stop());

const turnEnd = (more: object = {}) =>
  ({ type: "turn_end", entries: [{ type: "custom", customType: "x" }], outcome: "completed", messageEntryId: "e1", ...more }) as unknown as TurnEndEvent;

test("a turn without the call it stopped for is replaced by a hidden note, once", SAFE, async () => {
  assert.equal(await repairMessage(session, messageEnd([]), during()), undefined);
  const continued = continueTurn(session, turnEnd(), during());
  assert.deepEqual(continued, {
    entries: [
      { type: "custom", customType: "x" },
      { type: "context_edit", targetId: "e1", replacement: null },
      { type: "custom_message", customType: "toolrecovery", content: "Call it.", display: false },
    ],
    continue: true,
  });
  assert.equal(continueTurn(session, turnEnd(), during()), undefined);
});

for (const [how, more, context] of [
  ["was aborted", { outcome: "aborted" }, during()],
  ["another extension made an error of", { messageEntryId: undefined, message: { role: "assistant", stopReason: "error" } }, during()],
  ["was aborted in a pi that does not say so", { messageEntryId: undefined }, during(AbortSignal.abort())],
] as const) {
  test(`a turn that ${how} ends`, SAFE, async () => {
    const asked: unknown[] = [];
    const phantom = sessionWith(peer("well_behaved"), person(), {}, { ...toolHost(), sendMessage: (...words) => void asked.push(words) });
    await repairMessage(phantom, messageEnd([]), during());
    assert.equal(continueTurn(phantom, turnEnd(more), context), undefined);
    assert.deepEqual(asked, []);
    await phantom.stop();
  });
}

for (const [how, more] of [
  ["of an older pi", { messageEntryId: undefined, entries: undefined }],
  ["in a shape nobody knows", { entries: { added: [] } }],
] as const) {
  test(`a turn's end ${how} takes no answer: the note is sent as a message, once`, SAFE, async () => {
    const asked: unknown[] = [];
    const old = sessionWith(peer("well_behaved"), person(), {}, { ...toolHost(), sendMessage: (...words) => void asked.push(words) });
    assert.equal(await repairMessage(old, messageEnd([]), during()), undefined);
    assert.equal(continueTurn(old, turnEnd(more), during()), undefined);
    assert.equal(continueTurn(old, turnEnd(more), during()), undefined);
    assert.deepEqual(asked, [[{ customType: "toolrecovery", content: "Call it.", display: false }, { deliverAs: "steer" }]]);
    await old.stop();
  });
}
