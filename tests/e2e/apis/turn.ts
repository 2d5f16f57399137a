// What a scripted model says in one turn, in words that no vendor owns.

export interface ModelCall {
  name: string;
  /** The text of the arguments as the model writes it: JSON, or what should have been. */
  args: string;
}

export interface Turn {
  thinking?: string;
  text?: string;
  calls?: readonly ModelCall[];
  /** The model says that it stops for tools, also where it names none. */
  stopsForTools?: boolean;
}

export const call = (name: string, args: object): ModelCall => ({ name, args: JSON.stringify(args) });

export const stopsForTools = (turn: Turn): boolean => turn.stopsForTools ?? (turn.calls ?? []).length > 0;

const PIECE = 20; // characters a delta: enough to split markup and arguments over several

export function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE));
}

/** Numbers everything that one server says, so that no id and no signature comes twice. */
export class Serial {
  #last = 0;

  next(): number {
    return ++this.#last;
  }

  /** An id of `length` letters and digits behind a prefix. */
  id(prefix: string, length: number): string {
    return prefix + String(this.next()).padStart(length, "0");
  }

  /** Something that only the vendor can read, in base64. */
  signature(): string {
    return Buffer.from(`signature number ${this.next()}`).toString("base64");
  }
}
