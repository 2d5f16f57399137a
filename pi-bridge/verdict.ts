/** A tool call → pi's own error text for it, or null where pi would run it. */

import { validateToolArguments, type ToolCall } from "@earendil-works/pi-ai";
import { createEditToolDefinition } from "@earendil-works/pi-coding-agent";
import type { ToolCallBlock } from "./protocol.ts";
import type { ToolList } from "./tools.ts";

export type Judge = (call: ToolCallBlock) => string | null;

export function piJudge(tools: ToolList, cwd: string): Judge {
  return (call) => {
    const tool = tools.active.get(call.name);
    if (!tool) return `Tool ${call.name} not found`;
    try {
      let prepared = call;
      if (tool.name === "edit" && tool.sourceInfo.source === "builtin" && !call.argumentsError) {
        const prepare = createEditToolDefinition(cwd).prepareArguments; // getAllTools() does not show it
        if (prepare) prepared = { ...call, arguments: prepare(structuredClone(call.arguments)) };
      }
      validateToolArguments(tool, prepared as ToolCall);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}
