// Stands for another repair extension: it mends arguments from a table of its own, turns leaked text into calls, and has
// turns without their call tried again. KEEPS_TEXT leaves the leaked text where it was.
import type { ExtensionAPI, MessageEndEvent } from "@earendil-works/pi-coding-agent";

type Assistant = Extract<MessageEndEvent["message"], { role: "assistant" }>;
type Block = Assistant["content"][number];
type Call = Extract<Block, { type: "toolCall" }>;

const ALIASES: { [tool: string]: { [key: string]: string } } = { bash: { cmd: "command" }, write: { filename: "path" } };
const LEAK = /<tool_call>\s*(\{.*?\})\s*<\/tool_call>/gs;

function repaired(block: Block): Block[] {
  if (block.type === "toolCall") {
    const entries = Object.entries(block.arguments).filter(([, value]) => value !== null);
    const args = Object.fromEntries(entries.map(([key, value]) => [ALIASES[block.name]?.[key] ?? key, value]));
    return [{ ...block, arguments: args }];
  }
  if (block.type !== "text") return [block];
  const calls = [...block.text.matchAll(LEAK)].map(([, json], at) => ({
    ...(JSON.parse(json ?? "") as Pick<Call, "name" | "arguments">),
    type: "toolCall" as const,
    id: `recovered_${Date.now()}_${at}`,
  }));
  return [process.env["KEEPS_TEXT"] ? block : { ...block, text: block.text.replace(LEAK, "") }, ...calls];
}

export default function (pi: ExtensionAPI): void {
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant") return undefined;
    const content = message.content.flatMap(repaired);
    const isCalling = content.some(({ type }) => type === "toolCall");
    if (message.stopReason === "toolUse" && !isCalling) {
      return { message: { ...message, stopReason: "error", errorMessage: "stream ended without tool call" } };
    }
    return { message: { ...message, content, stopReason: isCalling ? "toolUse" : message.stopReason } };
  });
}
