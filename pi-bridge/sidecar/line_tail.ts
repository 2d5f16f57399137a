/** The last lines of a text that comes in pieces, in bounded memory. */

const LINES = 200;
const LINE_CHARS = 2000;
const SHOWN_LINES = 8;

export class LineTail {
  readonly lines: string[] = [];
  #open = "";

  add(text: string): void {
    const parts = (this.#open + text).split(/\r?\n/);
    this.#open = (parts.pop() ?? "").slice(0, LINE_CHARS);
    for (const line of parts.slice(-LINES)) this.lines.push(line.slice(0, LINE_CHARS));
    this.lines.splice(0, this.lines.length - LINES);
  }

  /** The last lines that are not empty. */
  last(count = SHOWN_LINES): string[] {
    return [...this.lines, this.#open].map((line) => line.trimEnd()).filter(Boolean).slice(-count);
  }
}
