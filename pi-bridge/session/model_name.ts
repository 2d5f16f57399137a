/** A model of pi as the sidecar is told of it. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ModelName } from "../protocol.ts";

export function modelName({ provider, id, api, baseUrl, compat }: NonNullable<ExtensionContext["model"]>): ModelName {
  const name: ModelName = { provider, id, api };
  if (baseUrl) name.baseUrl = baseUrl;
  if ((compat as { supportsStrictMode?: boolean } | undefined)?.supportsStrictMode === true) name.strictMode = true;
  return name;
}
