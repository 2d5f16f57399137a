/** What the bridge says to a person: a status line or a note where pi shows them, else stderr. Never throws. */

import { writeSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Level } from "../protocol.ts";
import { tinted, type Theme } from "./diff_colours.ts";

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
    try {
      return this.#context.hasUI === true;
    } catch {
      return true; // a context of a session that has ended throws
    }
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
    if (!this.#show("notify", text, level)) console.error(text);
  }

  /** pi sends what is printed in print mode to stderr; a command's answer is what was asked for. */
  answer(text: string, level: Level): void {
    if (this.#show("notify", this.#tinted(text), level)) return;
    if (this.#context.mode === "print") writeSync(STDOUT, `${text}\n`);
    else console.error(text);
  }

  #tinted(text: string): string {
    try {
      const { mode, ui } = this.#context;
      return mode === "tui" && ui?.theme ? tinted(text, ui.theme) : text;
    } catch {
      return text; // a context of a session that has ended throws
    }
  }

  #draw(): boolean {
    const counter = this.#repaired > 0 ? `⚒ ${this.#repaired} repaired` : undefined;
    const text = this.#trouble ?? (this.#status || counter);
    if (text === this.#shown) return true;
    const drawn = this.#show("setStatus", KEY, text);
    if (drawn) this.#shown = text;
    return drawn;
  }

  /** Whether it was shown, or nobody is there to see it. */
  #show<Method extends "notify" | "setStatus">(method: Method, ...words: Parameters<FooterContext["ui"][Method]>): boolean {
    try {
      const { hasUI, ui } = this.#context;
      if (!hasUI || typeof ui?.[method] !== "function") return false;
      (ui[method] as (...words: unknown[]) => void)(...words);
    } catch {
      // a context of a session that has ended throws: nobody is looking at it
    }
    return true;
  }
}

let stoodDown = false; // once for the process, not once for each of its sessions

export function standDown(context: FooterContext, own: string, first: string): void {
  if (stoodDown) return;
  stoodDown = true;
  new Footer(context).notify(`toolrecovery is loaded twice: ${first} is at work, ${own} stands down. Keep one of them: pi remove, or no -e.`, "warning");
}
