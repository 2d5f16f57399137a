/** pi's components for its terminal, imported where pi has a terminal: its start in other modes does not wait for them. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Tui = typeof import("@earendil-works/pi-tui");

let loaded: Tui | undefined;

/** undefined: not loaded, or a pi without them. */
export function tui(): Tui | undefined {
  return loaded;
}

/** Before pi draws what is in the session. */
export async function loadTui({ mode }: Pick<ExtensionContext, "mode">): Promise<Tui | undefined> {
  if (mode !== "tui") return undefined;
  try {
    return (loaded ??= await import("@earendil-works/pi-tui"));
  } catch {
    return undefined;
  }
}
