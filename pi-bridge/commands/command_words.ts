/** `/toolrecovery rule ren` → what may stand there: the verbs from the greeting, the words after them from the sidecar. */

import type { CommandWord, CompleteWordsResult } from "../protocol.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 1_000; // someone is typing

export interface Completion {
  value: string;
  label: string;
  description: string;
}

/** null where nothing is left to complete: a list that is open would take the Enter that is meant for the command. */
export async function completeWords(session: Session, typed: string): Promise<Completion[] | null> {
  const begun = typed.slice(0, typed.lastIndexOf(" ") + 1);
  const words = begun === "" ? await verbs(session, typed) : await followers(session, typed);
  if (words.length === 0 || (words.length === 1 && begun + words[0]?.name === typed)) return null;
  return words.map(({ name, summary }) => ({ value: begun + name, label: name, description: summary }));
}

async function verbs(session: Session, typed: string): Promise<CommandWord[]> {
  const hello = await session.sidecar?.greeting(DEADLINE_MS);
  return (hello?.commands ?? []).filter(({ name }) => name.startsWith(typed));
}

async function followers(session: Session, args: string): Promise<CommandWord[]> {
  const answer = await session.peek<CompleteWordsResult>("command/complete", { args }, DEADLINE_MS);
  return answer.ok ? answer.result.words : [];
}
