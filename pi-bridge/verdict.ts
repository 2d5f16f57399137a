/** A tool call → pi's own error text for it, or null where pi would run it. */

import * as piAi from "@earendil-works/pi-ai";
import type { ToolCall } from "@earendil-works/pi-ai";
import * as piAgent from "@earendil-works/pi-coding-agent";
import type { ToolCallBlock } from "./protocol.ts";
import { UnknownShape } from "./shape.ts";
import type { ToolList } from "./tools.ts";

export type Judge = (call: ToolCallBlock) => string | null;

/** pi's own functions; a test may have others. */
export type Judges = Partial<Pick<typeof piAi, "validateToolArguments"> & Pick<typeof piAgent, "createEditToolDefinition">>;

export function piJudge(tools: ToolList, cwd: string, judges: Judges = { ...piAi, ...piAgent }): Judge {
  const { validateToolArguments, createEditToolDefinition } = judges;
  if (typeof validateToolArguments !== "function") throw new UnknownShape("checks of a call");
  return (call) => {
    const tool = tools.active.get(call.name);
    if (!tool) return `Tool ${call.name} not found`;
    try {
      let prepared = call;
      if (tool.name === "edit" && tool.sourceInfo?.source === "builtin" && !call.argumentsError) {
        const prepare = createEditToolDefinition?.(cwd).prepareArguments; // getAllTools() does not show it
        if (prepare) prepared = { ...call, arguments: prepare(structuredClone(call.arguments)) };
      }
      validateToolArguments(tool, prepared as ToolCall);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}
