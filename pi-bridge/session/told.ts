/** What the results of failed calls were given for the model: pi draws it apart from what the tool said. */

import { isObject } from "../pi/shape.ts";

interface Block {
  type: string;
}

export interface Parted<B extends Block> {
  content: B[];
  /** undefined: nothing was added to this result. */
  told: string | undefined;
}

export class Told {
  /** By call id. */
  #texts = new Map<string, string>();
  /** Calls of the session before it was resumed. */
  #before = new Set<string>();
  /** Draws a result once more, by call id. */
  #redraw = new Map<string, () => void>();

  remember(ids: Iterable<string>): void {
    this.#before = new Set(ids);
  }

  add(id: string, text: string): void {
    this.#texts.set(id, text);
    this.#redraw.get(id)?.();
    this.#redraw.delete(id);
  }

  /** pi draws a refused call before the extension can explain it. */
  drawn(id: string, redraw: () => void): void {
    if (!this.#texts.has(id)) this.#redraw.set(id, redraw);
  }

  /** A new message: the results of the one before are complete. */
  nextMessage(): void {
    this.#redraw.clear();
  }

  /** The result without what was added to it; that is its last text, except where pi shows the result from before. */
  part<B extends Block>(id: string, content: readonly B[]): Parted<B> {
    const known = this.#texts.get(id);
    const last = content.at(-1);
    const text = isObject(last) && last["type"] === "text" ? String(last["text"]) : undefined;
    const isIn = known === undefined ? this.#before.has(id) && content.length > 1 : known === text;
    return { content: isIn ? content.slice(0, -1) : [...content], told: isIn ? text : known };
  }
}
