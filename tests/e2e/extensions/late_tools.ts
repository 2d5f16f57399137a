// Has a tool that appears after the first turn, and takes bash away then.
import type { ExtensionAPI, ToolDefinition } from "@earendil-works/pi-coding-agent";

const tool = {
  name: "stamp_page",
  label: "stamp",
  description: "Stamps a page.",
  parameters: { type: "object", required: ["page_number"], properties: { page_number: { type: "integer" } } },
  execute: async (_id: string, { page_number }: { page_number: number }) => ({
    content: [{ type: "text", text: `stamped page ${page_number}` }],
    details: {},
  }),
} as unknown as ToolDefinition;

export default function (pi: ExtensionAPI): void {
  let isLate = false;
  pi.on("turn_end", () => {
    if (isLate) return;
    isLate = true;
    pi.registerTool(tool);
    pi.setActiveTools([...pi.getActiveTools().filter((name) => name !== "bash"), tool.name]);
  });
}
