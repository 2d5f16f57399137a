// Runs commands under a guard: changes the blocks of the message where they are, and returns nothing.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI): void {
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant") return;
    for (const block of message.content) {
      if (block.type === "toolCall" && block.arguments["command"]) block.arguments["command"] = `echo guarded && ${block.arguments["command"]}`;
    }
  });
}
