/** Counts what goes wrong with the sidecar. A reason is returned when another start makes no sense. */

import type { Limits } from "./options.ts";

export class Failures {
  #limits: Limits;
  /** When processes failed that had answered nothing, in ms since the epoch. */
  #failedAt: number[] = [];
  /** How many times in a row a method was not answered in time. */
  #late = new Map<string, number>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** How long to wait before the next start. */
  get pauseMs(): number {
    return this.#limits.backoffMs(this.#failedAt.length);
  }

  processFailed(why: string, now: number): string | undefined {
    const { failures, failuresPerMs } = this.#limits;
    this.#failedAt = [...this.#failedAt.filter((time) => now - time < failuresPerMs), now];
    return this.#failedAt.length < failures ? undefined : `the sidecar failed ${failures} times in a minute (${why})`;
  }

  requestLate(method: string, why: string): string | undefined {
    const times = (this.#late.get(method) ?? 0) + 1;
    this.#late.set(method, times);
    return times < this.#limits.late ? undefined : `${why}, ${times} times in a row`;
  }

  requestAnswered(method: string): void {
    this.#late.delete(method);
  }
}
