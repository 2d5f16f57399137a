/** A tool call → pi's own error text for it, or null where pi would run it. */

import * as piAi from "@earendil-works/pi-ai";
import type { ToolCall } from "@earendil-works/pi-ai";
import * as piAgent from "@earendil-works/pi-coding-agent";
import type { ToolCallBlock } from "../protocol.ts";
import { isObject, UnknownShape } from "./shape.ts";
import type { ToolList } from "./tools.ts";

type Prepare = NonNullable<ReturnType<typeof piAgent.createEditToolDefinition>["prepareArguments"]>;
export type Judge = (call: ToolCallBlock) => string | null;

export type Judges = Partial<Pick<typeof piAi, "validateToolArguments"> & Pick<typeof piAgent, "createEditToolDefinition">>;

/** pi's own; read one by one, for another pi may lack any. */
const JUDGES: Judges = {
  validateToolArguments: piAi.validateToolArguments,
  createEditToolDefinition: piAgent.createEditToolDefinition,
};

export function piJudge(tools: ToolList, cwd: string, judges = JUDGES): Judge {
  const { validateToolArguments, createEditToolDefinition } = judges;
  if (typeof validateToolArguments !== "function") throw new UnknownShape("checks of a call");
  return (call) => {
    const tool = tools.active.get(call.name);
    if (!tool) return `Tool ${call.name} not found`;
    try {
      const builtinEdit = tool.name === "edit" && tool.sourceInfo?.source === "builtin";
      const judged = builtinEdit && !call.argumentsError ? prepared(call, createEditToolDefinition?.(cwd).prepareArguments) : call;
      validateToolArguments(tool, judged as ToolCall);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}

/** As pi's edit reads it, which getAllTools() does not show. It sets keys of the object it gets, and nothing below. */
function prepared(call: ToolCallBlock, prepare: Prepare | undefined): ToolCallBlock {
  if (!prepare || !isObject(call.arguments)) return call;
  return { ...call, arguments: prepare({ ...call.arguments }) };
}
