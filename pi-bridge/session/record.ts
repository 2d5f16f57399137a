/** Records repairs that pi accepted: in the footer, in a note if the person wants one, and as entries in the session file. */

import { isObject } from "../pi/shape.ts";
import type { RepairResult } from "../protocol.ts";
import type { Session } from "./session.ts";

/** pi's `customType` of what this extension puts into a session. */
export const ENTRY_TYPE = "toolrecovery";

export function recordRepairs(session: Session, repairs: RepairResult["repairs"]): void {
  session.footer?.addRepairs(repairs.length);
  const lines = repairs.map(({ summary }) => `⚒ ${summary}`);
  if (lines.length > 0 && session.sidecar?.hello?.state?.verbose) tell(session, lines);
  for (const { id, tool, stage, rules } of repairs) append(session, { id, tool, stage, rules: rules ?? [] });
}

/** One note for all: pi replaces a note by the next one. A terminal draws them from an entry, so that a resumed session has them. */
function tell(session: Session, lines: readonly string[]): void {
  if (session.drawsEntries && session.footer?.isTerminal) session.lines.push(...lines);
  else session.footer?.notify(lines.join("\n"), "info");
}

/** Puts the lines about repairs that wait for it into the session file; pi draws them where it is now. */
export function writeLines(session: Session): void {
  const lines = session.lines.splice(0);
  if (lines.length > 0) append(session, { lines });
}

/** A call of leaked text that did not fit is no repair of the grammar, but it was made: `madeCalls` has to know it. */
export function recordMade(session: Session, made: { id: string; tool: string }[]): void {
  for (const { id, tool } of made) append(session, { id, tool, stage: "grammar", rules: [] });
}

function append(session: Session, entry: object): void {
  try {
    // The model never sees entries. They do not quote what it sent, so that the mistake is nowhere in the session file.
    session.pi.appendEntry(ENTRY_TYPE, entry);
  } catch {
    // the call stands without its entry
  }
}

/** Puts into the session file from where on a model's tools were marked strict, or no longer: audit compares the two. */
export function recordStrict(session: Session, model: string, strict: boolean): void {
  if ((session.strictModels.get(model) ?? false) === strict) return;
  session.strictModels.set(model, strict);
  try {
    session.pi.appendEntry(ENTRY_TYPE, { model, strict });
  } catch {
    // the request stands without its entry
  }
}

/** The text was added to the result of this call, as its last block. */
export function recordTold(session: Session, id: string, text: string): void {
  session.told.add(id, text);
  append(session, { id, told: true });
}

export interface Branch {
  getBranch(): readonly object[];
}

/** The calls that were repaired in the session so far, by stage: a resumed session has some. */
export function repairedBefore(branch: Branch | undefined): Record<string, number> {
  const stages: Record<string, number> = {};
  for (const { stage, rules } of own(branch)) {
    if (typeof stage !== "string" || !Array.isArray(rules)) continue;
    if (stage === "grammar" && rules.length === 0) continue; // made, and left to pi to refuse
    stages[stage] = (stages[stage] ?? 0) + 1;
  }
  return stages;
}

/** The ids of the calls whose results were explained to the model, before the session was resumed. */
export function toldBefore(branch: Branch | undefined): string[] {
  return own(branch).flatMap(({ id, told }) => (told === true && typeof id === "string" ? [id] : []));
}

/** What this extension put into the session. */
function own(branch: Branch | undefined): Record<string, unknown>[] {
  const entries = (branch?.getBranch() ?? []) as { customType?: unknown; data?: unknown }[];
  return entries.flatMap(({ customType, data }) => (customType === ENTRY_TYPE && isObject(data) ? [data] : []));
}

/** The ids of the calls that were made of leaked text, also before the session was resumed. */
export function madeCalls(branch: Branch | undefined): Set<string> {
  return new Set(own(branch).flatMap(({ id, stage }) => (stage === "grammar" && typeof id === "string" ? [id] : [])));
}
