// Puts a text before everything an assistant says, and runs its commands under a guard, in a message of its own.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI): void {
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant") return undefined;
    const content = message.content.map((block) => {
      if (block.type !== "toolCall" || typeof block.arguments["command"] !== "string") return { ...block };
      return { ...block, arguments: { ...block.arguments, command: `echo guarded && ${block.arguments["command"]}` } };
    });
    return { message: { ...message, content: [{ type: "text" as const, text: "[read by another]" }, ...content] } };
  });
}
