/** What the bridge says to a person: a status line or a note where pi shows them, else stderr. Never throws. */

import { writeSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Level } from "./protocol.ts";

const KEY = "toolrecovery";
const STDOUT = 1;

export type FooterContext = Pick<ExtensionContext, "hasUI" | "mode"> & {
  ui: Pick<ExtensionContext["ui"], "notify" | "setStatus">;
};

export class Footer {
  #context: FooterContext;
  #troubled = false;

  constructor(context: FooterContext) {
    this.#context = context;
  }

  status(text: string): void {
    this.#show((ui) => ui.setStatus(KEY, text || undefined));
  }

  /** The first trouble of a session is said, the ones after it are not news. */
  trouble(text: string): void {
    if (this.#troubled) return;
    this.#troubled = true;
    if (!this.#show((ui) => ui.setStatus(KEY, text))) console.error(text);
  }

  notify(text: string, level: Level): void {
    if (!this.#show((ui) => ui.notify(text, level))) console.error(text);
  }

  /** pi sends what is printed in print mode to stderr; a command's answer is what was asked for. */
  answer(text: string, level: Level): void {
    if (this.#show((ui) => ui.notify(text, level))) return;
    if (this.#context.mode === "json") console.error(text);
    else writeSync(STDOUT, `${text}\n`);
  }

  #show(how: (ui: FooterContext["ui"]) => void): boolean {
    try {
      if (!this.#context.hasUI) return false;
      how(this.#context.ui);
    } catch {
      // a context of a session that has ended throws: nobody is looking at it
    }
    return true;
  }
}
