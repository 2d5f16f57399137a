// `/again` loads every extension anew, as `/reload` does.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("again", { description: "Reload", handler: (_args, ctx) => ctx.reload() });
}
