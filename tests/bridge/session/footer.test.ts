/** What the footer counts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { blockGuarded } from "../../../pi-bridge/events/tool_call.ts";
import { Footer } from "../../../pi-bridge/session/footer.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import { person, toolHost } from "../helpers.ts";

test("repaired and blocked calls are counted side by side; a blocked one names who blocked it", () => {
  const watcher = person();
  const session = new Session(toolHost());
  session.footer = new Footer(watcher.context);
  session.footer.addRepairs(6);
  session.lastMessage.guards.set("c1", "newText is null");
  assert.equal(blockGuarded(session, { toolCallId: "c2" }), undefined);
  assert.deepEqual(blockGuarded(session, { toolCallId: "c1" }), { block: true, reason: "toolrecovery: newText is null" });
  assert.deepEqual(watcher.statuses, ["⚒ 6 repaired", "⚒ 6 repaired · 1 blocked"]);
});

test("a blocked call is counted where none was repaired", () => {
  const watcher = person();
  new Footer(watcher.context).addBlocked();
  assert.deepEqual(watcher.statuses, ["⚒ 1 blocked"]);
});
