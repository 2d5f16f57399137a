/** What the session's file says of calls that were made of leaked text. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { madeCalls, recordMade, recordRepairs, repairedBefore } from "../../../pi-bridge/session/record.ts";
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

test("a resumed session tells how many calls were repaired in it, by stage; other entries count for nothing", () => {
  const entries: object[] = [{ customType: "other", data: { stage: "rules", rules: [] } }, { type: "message" }, { customType: "toolrecovery", data: { model: "m", strict: true } }];
  const pi = { appendEntry: (customType: string, data: object) => entries.push({ customType, data }) };
  recordMade({ pi } as unknown as Session, [{ id: "unfit", tool: "bash" }]);
  recordRepairs({ pi } as unknown as Session, [repair("a", "rules"), repair("b", "rules"), { ...repair("c", "grammar"), rules: ["hermes"] }]);
  assert.deepEqual(repairedBefore({ getBranch: () => entries }), { rules: 2, grammar: 1 });
  assert.deepEqual(repairedBefore(undefined), {});
});
