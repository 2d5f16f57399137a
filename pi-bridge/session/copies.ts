/** If a pi loads several copies of toolrecovery, only the one loaded first works. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Footer, type FooterContext } from "./footer.ts";

const CHANNEL = "toolrecovery:copy";

interface Arrival {
  path: string;
  /** Called by a copy that was loaded before. */
  taken(by: string): void;
}

export class Copies {
  /** The folders of copies that were loaded after this one and do nothing. */
  readonly others: string[] = [];
  /** The folder of the copy that was loaded before: this one does nothing. */
  readonly first: string | undefined;
  #leave: (() => void) | undefined;

  /** Without an event bus no copy is found, and this one works. */
  constructor(bus: Partial<ExtensionAPI["events"]> | undefined, path: string) {
    try {
      let first: string | undefined;
      bus?.emit?.(CHANNEL, { path, taken: (by) => (first ??= by) } satisfies Arrival);
      this.first = first;
      if (first === undefined) this.#leave = bus?.on?.(CHANNEL, (arrival) => this.#answer(arrival as Arrival, path));
    } catch {
      // no bus: this copy works
    }
  }

  /** At the end of the session; in the next one the order may be another. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  /** The same path is this copy itself, loaded again for another session. */
  #answer(arrival: Arrival, path: string): void {
    if (arrival.path === path) return;
    this.others.push(arrival.path);
    arrival.taken(path);
  }
}

let told = false; // once in a process, not once in each of its sessions

export function tellDuplicate(context: FooterContext, own: string, first: string): void {
  if (told) return;
  told = true;
  const text = `toolrecovery is loaded twice: ${first} is in use, ${own} is not. Keep one of them: pi remove, or no -e.`;
  new Footer(context).notify(text, "warning");
}
