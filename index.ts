/** What pi loads. It stands in the package's folder because pi names an extension by the folder of its file. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { toolrecovery } from "./pi-bridge/index.ts";
import { ROOT } from "./pi-bridge/pi/package.ts";

export default function load(pi: ExtensionAPI): void {
  toolrecovery(pi, ROOT);
}
