/** What went wrong with the sidecar → why another try makes no sense, or undefined while it does. */

import type { Limits } from "./options.ts";

export class Strikes {
  #limits: Limits;
  #failures: number[] = [];
  /** How often in a row a method found no answer in time. */
  #late = new Map<string, number>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** How long to wait before the next try. */
  get pauseMs(): number {
    return this.#limits.backoffMs(this.#failures.length);
  }

  failed(why: string, now: number): string | undefined {
    const { failures, failuresPerMs } = this.#limits;
    this.#failures = [...this.#failures.filter((failure) => now - failure < failuresPerMs), now];
    return this.#failures.length < failures ? undefined : `the sidecar failed ${failures} times in a minute (${why})`;
  }

  late(method: string, why: string): string | undefined {
    const times = (this.#late.get(method) ?? 0) + 1;
    this.#late.set(method, times);
    return times < this.#limits.late ? undefined : `${why}, ${times} times in a row`;
  }

  answered(method: string): void {
    this.#late.delete(method);
  }
}
