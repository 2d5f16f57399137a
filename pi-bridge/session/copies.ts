/** Several copies of toolrecovery in one pi → the one loaded first works, every other one stands down. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const CHANNEL = "toolrecovery:copy";

interface Arrival {
  path: string;
  taken(by: string): void;
}

export class Copies {
  /** Where the copies are that stood down for this one. */
  readonly others: string[] = [];
  /** The copy that is at work: this one stands down. */
  readonly first: string | undefined;
  #leave: (() => void) | undefined;

  /** A pi without a bus between its extensions has no way to tell. */
  constructor(bus: Partial<ExtensionAPI["events"]> | undefined, path: string) {
    try {
      let first: string | undefined;
      bus?.emit?.(CHANNEL, { path, taken: (by) => (first ??= by) } satisfies Arrival);
      this.first = first;
      if (first === undefined) this.#leave = bus?.on?.(CHANNEL, (arrival) => this.#meet(arrival as Arrival, path));
    } catch {
      // it is not told, and works
    }
  }

  /** The session is over: the next one begins with a new claim. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  /** The same file again is this copy itself, in another session. */
  #meet(arrival: Arrival, path: string): void {
    if (arrival.path === path) return;
    this.others.push(arrival.path);
    arrival.taken(path);
  }
}
