/** A diff in an answer → the same in the terminal's own colours: what was is red, what came is green. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Theme = Pick<ExtensionContext["ui"]["theme"], "fg">;

const COLOURS = { "- ": "toolDiffRemoved", "+ ": "toolDiffAdded" } as const;

/** Every line gets its colour: one that ends takes the dimness of the lines after it away. */
export function tinted(text: string, theme: Theme): string {
  const lines = text.split("\n");
  if (!lines.some((line) => colourOf(line))) return text;
  return lines.map((line) => theme.fg(colourOf(line) ?? "dim", line)).join("\n");
}

function colourOf(line: string): (typeof COLOURS)[keyof typeof COLOURS] | undefined {
  return COLOURS[line.slice(0, 2) as keyof typeof COLOURS];
}
