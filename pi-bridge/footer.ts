/** What the bridge says to a person: a status line or a note where pi shows them, else stderr. Never throws. */

import { writeSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Level } from "./protocol.ts";
import { tinted, type Theme } from "./tint.ts";

const KEY = "toolrecovery";
const STDOUT = 1;

export type FooterContext = Pick<ExtensionContext, "hasUI" | "mode"> & {
  ui: Pick<ExtensionContext["ui"], "notify" | "setStatus"> & { theme?: Theme };
};

export class Footer {
  #context: FooterContext;
  #status = "";
  #trouble: string | undefined;
  #shown: string | undefined;
  #printed = false;
  #repaired = 0;

  constructor(context: FooterContext) {
    this.#context = context;
  }

  /** Whether there is a person who sees more than what is printed. */
  get hasUI(): boolean {
    return this.#show(() => {});
  }

  status(text: string): void {
    this.#status = text;
    this.#draw();
  }

  repaired(count: number): void {
    this.#repaired += count;
    this.#draw();
  }

  /** The first trouble stands until all is well again; the ones after it are not news. Print mode tells one. */
  trouble(text: string): void {
    if (this.#trouble !== undefined) return;
    this.#trouble = text;
    if (this.#draw() || this.#printed) return;
    this.#printed = true;
    console.error(text);
  }

  well(): void {
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#draw();
  }

  notify(text: string, level: Level): void {
    if (!this.#show((ui) => ui.notify(text, level))) console.error(text);
  }

  /** pi sends what is printed in print mode to stderr; a command's answer is what was asked for. */
  answer(text: string, level: Level): void {
    if (this.#show((ui) => ui.notify(this.#context.mode === "tui" && ui.theme ? tinted(text, ui.theme) : text, level))) return;
    if (this.#context.mode === "json") console.error(text);
    else writeSync(STDOUT, `${text}\n`);
  }

  #draw(): boolean {
    const counter = this.#repaired > 0 ? `⚒ ${this.#repaired} repaired` : undefined;
    const text = this.#trouble ?? (this.#status || counter);
    if (text === this.#shown) return true;
    const drawn = this.#show((ui) => ui.setStatus(KEY, text));
    if (drawn) this.#shown = text;
    return drawn;
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
