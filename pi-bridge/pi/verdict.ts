/** Whether pi would run a call. */

import * as piAi from "@earendil-works/pi-ai";
import type { ToolCall } from "@earendil-works/pi-ai";
import * as piAgent from "@earendil-works/pi-coding-agent";
import type { ToolCallBlock } from "../protocol.ts";
import { isObject, UnknownShape } from "./shape.ts";
import type { ToolList } from "./tools.ts";

type Prepare = NonNullable<ReturnType<typeof piAgent.createEditToolDefinition>["prepareArguments"]>;
/** pi's own error text for a call; null if pi would run it. */
export type Judge = (call: ToolCallBlock) => string | null;

export type Judges = Partial<Pick<typeof piAi, "validateToolArguments"> & Pick<typeof piAgent, "createEditToolDefinition">>;

/** Any of them may be missing in another version of pi. */
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
      const builtinEdit = tool.name === "edit" && tools.hasBuiltinEdit;
      const judged = builtinEdit && !call.argumentsError ? prepared(call, createEditToolDefinition?.(cwd).prepareArguments) : call;
      validateToolArguments(tool, judged as ToolCall);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}

/** pi's edit prepares its arguments before the check, which getAllTools() does not show. It changes only the top level of the object. */
function prepared(call: ToolCallBlock, prepare: Prepare | undefined): ToolCallBlock {
  if (!prepare || !isObject(call.arguments)) return call;
  return { ...call, arguments: prepare({ ...call.arguments }) };
}
