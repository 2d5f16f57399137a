/** What the session's file says of calls that were made of leaked text. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawRepairLines } from "../../../pi-bridge/drawing/repair_lines.ts";
import { loadTui } from "../../../pi-bridge/drawing/tui.ts";
import { Footer } from "../../../pi-bridge/session/footer.ts";
import { madeCalls, recordMade, recordRepairs, repairedBefore, writeLines } from "../../../pi-bridge/session/record.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import type { Sidecar } from "../../../pi-bridge/sidecar/sidecar.ts";
import { person, toolHost } from "../helpers.ts";

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

function shownIn(mode: "tui" | "rpc", drawsEntries: boolean): { notes: string[]; entries: object[] } {
  const entries: object[] = [];
  const watcher = person(mode);
  const session = new Session({ ...toolHost(), appendEntry: (_type, data) => void entries.push(data as object) });
  session.footer = new Footer(watcher.context);
  session.drawsEntries = drawsEntries;
  session.sidecar = { hello: { state: { verbose: true } } } as unknown as Sidecar;
  recordRepairs(session, [{ ...repair("a", "rules"), summary: "bash: cmd → command" }, { ...repair("b", "rules"), summary: "second" }]);
  writeLines(session);
  writeLines(session);
  return { notes: watcher.notes, entries: entries.filter((entry) => "lines" in entry) };
}

const LINES = ["⚒ bash: cmd → command", "⚒ second"];

test("in a terminal the lines about one message's repairs are one entry, which pi draws", () => {
  assert.deepEqual(shownIn("tui", true), { notes: [], entries: [{ lines: LINES }] });
});

test("elsewhere, and where pi draws no entries, they are a note", () => {
  for (const shown of [shownIn("rpc", true), shownIn("tui", false)]) assert.deepEqual(shown, { notes: [LINES.join("\n")], entries: [] });
});

test("an entry without lines is not drawn, nor one before pi's components are there", () => {
  const draw = (data: unknown) => drawRepairLines({ data } as never, {} as never, { fg: (_colour: string, text: string) => text } as never);
  for (const data of [undefined, { id: "a", stage: "rules", rules: [] }, { lines: "text" }, { lines: [1] }, { lines: LINES }]) assert.equal(draw(data), undefined);
});

test("the lines are drawn as they stand in the entry", async () => {
  await loadTui({ mode: "tui" });
  const drawn = drawRepairLines({ data: { lines: LINES } } as never, {} as never, { fg: (_colour: string, text: string) => text } as never);
  assert.deepEqual(drawn?.render(40).map((line) => line.trimEnd()), LINES.map((line) => ` ${line}`));
});
