/** Colours the lines of a diff. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Theme = Pick<ExtensionContext["ui"]["theme"], "fg">;

const COLOURS = { "- ": "toolDiffRemoved", "+ ": "toolDiffAdded" } as const;

/** Every line gets a colour, since pi shows a note dimmed and the end of a colour ends that too. */
export function coloured(text: string, theme: Theme): string {
  const lines = text.split("\n");
  if (!lines.some((line) => colourOf(line))) return text;
  return lines.map((line) => theme.fg(colourOf(line) ?? "dim", line)).join("\n");
}

function colourOf(line: string): (typeof COLOURS)[keyof typeof COLOURS] | undefined {
  return COLOURS[line.slice(0, 2) as keyof typeof COLOURS];
}
