/** Shows a status line or a note to the person, on stderr where pi cannot. Never throws. */

import { writeSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Level } from "../protocol.ts";
import { coloured, type Theme } from "./diff_colours.ts";

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
  #blocked = 0;

  constructor(context: FooterContext) {
    this.#context = context;
  }

  /** Whether pi shows status lines and notes. */
  get hasUI(): boolean {
    try {
      return this.#context.hasUI === true;
    } catch {
      return true; // a context of a session that has ended throws
    }
  }

  /** Whether it is pi's own terminal. */
  get isTerminal(): boolean {
    try {
      return this.#context.mode === "tui";
    } catch {
      return false;
    }
  }

  status(text: string): void {
    this.#status = text;
    this.#drawStatus();
  }

  addRepairs(count: number): void {
    if (count === 0) return;
    this.#repaired += count;
    this.#drawStatus();
  }

  addBlocked(): void {
    this.#blocked += 1;
    this.#drawStatus();
  }

  /** Shows the first trouble until `clearTrouble`, and none of the later ones. Print mode prints one in all. */
  showTrouble(text: string): void {
    if (this.#trouble !== undefined) return;
    this.#trouble = text;
    if (this.#drawStatus() || this.#printed) return;
    this.#printed = true;
    console.error(text);
  }

  clearTrouble(): void {
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#drawStatus();
  }

  notify(text: string, level: Level): void {
    if (!this.#show("notify", text, level)) console.error(text);
  }

  /** In print mode written to the file descriptor, since pi redirects `console.log` to stderr there. */
  answer(text: string, level: Level): void {
    if (this.#show("notify", this.#coloured(text), level)) return;
    if (this.#context.mode === "print") writeSync(STDOUT, `${text}\n`);
    else console.error(text);
  }

  #coloured(text: string): string {
    try {
      const { mode, ui } = this.#context;
      return mode === "tui" && ui?.theme ? coloured(text, ui.theme) : text;
    } catch {
      return text; // a context of a session that has ended throws
    }
  }

  #drawStatus(): boolean {
    const counted = [this.#repaired > 0 && `${this.#repaired} repaired`, this.#blocked > 0 && `${this.#blocked} blocked`].filter(Boolean);
    const counter = counted.length > 0 ? `⚒ ${counted.join(" · ")}` : undefined;
    const text = this.#trouble ?? (this.#status || counter);
    if (text === this.#shown) return true;
    const drawn = this.#show("setStatus", KEY, text);
    if (drawn) this.#shown = text;
    return drawn;
  }

  /** False if pi cannot show it. */
  #show<Method extends "notify" | "setStatus">(method: Method, ...args: Parameters<FooterContext["ui"][Method]>): boolean {
    try {
      const { hasUI, ui } = this.#context;
      if (!hasUI || typeof ui?.[method] !== "function") return false;
      (ui[method] as (...args: unknown[]) => void)(...args);
    } catch {
      // a context of a session that has ended throws; nothing is left to show it on
    }
    return true;
  }
}
