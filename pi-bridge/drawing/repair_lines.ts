/** Draws the lines about repairs from the session's entries, so that they are there again after a resume and a compaction. */

import type { EntryRenderer } from "@earendil-works/pi-coding-agent";
import { isObject } from "../pi/shape.ts";
import { tui } from "./tui.ts";

/** undefined: an entry without lines, which pi then does not draw. */
export const drawRepairLines: EntryRenderer = (entry, _options, theme) => {
  const pi = tui();
  const lines = linesOf(entry.data);
  if (!pi || lines.length === 0) return undefined;
  return new pi.Text(lines.map((line) => theme.fg("dim", line)).join("\n"), 1, 0);
};

function linesOf(data: unknown): string[] {
  const lines = isObject(data) ? data["lines"] : undefined;
  return Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
}
