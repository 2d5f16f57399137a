// Throws at the events that THROWS names.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI): void {
  for (const event of (process.env["THROWS"] ?? "").split(" ")) {
    pi.on(event as "message_end", () => {
      throw new Error(`no ${event} today`);
    });
  }
}
