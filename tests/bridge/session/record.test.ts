/** What the session's file says of calls that were made of leaked text. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { madeCalls, recordMade, recordRepairs } from "../../../pi-bridge/session/record.ts";
import type { Session } from "../../../pi-bridge/session/session.ts";

function recorded(write: (session: Session) => void): Set<string> {
  const entries: object[] = [];
  const pi = { appendEntry: (customType: string, data: object) => entries.push({ customType, data }) };
  write({ pi } as unknown as Session);
  return madeCalls({ getBranch: () => entries });
}

const repair = (id: string, stage: "grammar" | "recovery" | "rules") => ({ id, tool: "bash", stage, summary: "" });

test("a made call is known whether it fits or not", () => {
  const made = recorded((session) => {
    recordMade(session, [{ id: "unfit", tool: "bash" }, { id: "mended", tool: "bash" }]);
    recordRepairs(session, [repair("fits", "grammar"), repair("mended", "recovery")]);
  });
  assert.deepEqual([...made].sort(), ["fits", "mended", "unfit"]);
});

test("a repaired call of the model's own is no made call", () => {
  assert.deepEqual([...recorded((session) => recordRepairs(session, [repair("sent", "rules"), repair("asked", "recovery")]))], []);
});
