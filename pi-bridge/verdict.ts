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
      const builtinEdit = tool.name === "edit" && tool.sourceInfo.source === "builtin";
      const judged = builtinEdit && !call.argumentsError ? prepared(call, cwd) : call;
      validateToolArguments(tool, judged as ToolCall);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}

/** As pi's edit reads it, which getAllTools() does not show. It sets keys of the object it gets, and nothing below. */
function prepared(call: ToolCallBlock, cwd: string): ToolCallBlock {
  const prepare = createEditToolDefinition(cwd).prepareArguments;
  if (!prepare || !isObject(call.arguments)) return call;
  return { ...call, arguments: prepare({ ...call.arguments }) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
