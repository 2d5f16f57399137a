/** Imports the handlers of a model's turn after the sidecar has started, so that pi's start does not wait for them. */

import type { Session } from "../session/session.ts";

type Handlers = typeof import("./turn_handlers.ts");

let imported: Promise<Handlers> | undefined;

export async function turnHandlers(session: Session): Promise<Handlers | undefined> {
  try {
    return await (imported ??= import("./turn_handlers.ts"));
  } catch (error) {
    session.unchanged(error);
    return undefined;
  }
}
