/** `/toolrecovery audit`: which calls failed in past sessions. It may read for minutes, so pi does not wait for it where a person can go on. */

import { resolve } from "node:path";
import type { Session } from "../session/session.ts";
import { program } from "./program.ts";

export async function audit(session: Session, words: readonly string[], cwd: string): Promise<void> {
  if (!session.footer?.hasUI) return read(session, words, cwd);
  session.footer.notify("toolrecovery reads pi's sessions; the answer comes here", "info");
  void read(session, words, cwd);
}

async function read(session: Session, words: readonly string[], cwd: string): Promise<void> {
  await session.startup?.done;
  const python = session.startup?.python;
  if (!python) return session.unanswered();
  const ran = await program(python, ["audit", ...words.map((word) => path(word, cwd))], session.over);
  if (session.over.aborted) return;
  const text = [ran.stdout, ran.stderr].map((said) => said.trim()).filter(Boolean).join("\n");
  session.footer?.answer(text || "audit ended without an answer", ran.code === 0 ? "info" : "warning");
}

/** The program runs in another folder than pi. */
function path(word: string, cwd: string): string {
  return word.startsWith("-") || word.startsWith("~") ? word : resolve(cwd, word);
}
