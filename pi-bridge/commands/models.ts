/** The models that pi can use now. */

import type { CommandParams } from "../protocol.ts";
import type { Session } from "../session/session.ts";

export function available({ models }: Session): Pick<CommandParams, "models"> {
  return models ? { models: models.getAvailable().map(({ provider, id }) => ({ provider, id })) } : {};
}
