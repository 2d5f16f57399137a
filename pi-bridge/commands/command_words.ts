/** Completes `/toolrecovery …`: the first word from the `initialize` answer, later words by asking the sidecar. */

import type { CommandWord, CompleteWordsResult } from "../protocol.ts";
import type { Session } from "../session/session.ts";
import { available } from "./models.ts";

const DEADLINE_MS = 1_000; // the person is typing

export interface Completion {
  value: string;
  label: string;
  description: string;
}

/** null if nothing is left to complete: with an open list, Enter would pick from it and not run the command. */
export async function completeWords(session: Session, typed: string): Promise<Completion[] | null> {
  const complete = typed.slice(0, typed.lastIndexOf(" ") + 1);
  const words = complete === "" ? await verbs(session, typed) : await followers(session, typed);
  if (words.length === 0 || words.some(({ name }) => complete + name === typed)) return null;
  return words.map(({ name, summary }) => ({ value: complete + name, label: name, description: summary }));
}

async function verbs(session: Session, typed: string): Promise<CommandWord[]> {
  const hello = await session.sidecar?.greeting(DEADLINE_MS);
  return (hello?.commands ?? []).filter(({ name }) => name.startsWith(typed));
}

async function followers(session: Session, args: string): Promise<CommandWord[]> {
  const answer = await session.sidecar?.requestIfRunning<CompleteWordsResult>("command/complete", { args, ...available(session) }, DEADLINE_MS);
  return answer?.ok ? answer.result.words : [];
}
