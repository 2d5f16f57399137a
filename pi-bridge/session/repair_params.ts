import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Judge } from "../pi/verdict.ts";
import type { ToolList } from "../pi/tools.ts";
import { isCall } from "../pi/shape.ts";
import type { RepairParams } from "../protocol.ts";
import type { Taken } from "./argument_text.ts";
import { modelName } from "./model_name.ts";

/** `judged`: the calls as pi would run them, where that differs from the message that the sidecar is sent. */
export function repairParams(
  { message, rawArguments }: Taken,
  tools: ToolList,
  judge: Judge,
  { model }: Pick<ExtensionContext, "model">,
  judged = message,
): RepairParams {
  const hostErrors = Object.fromEntries(judged.content.filter(isCall).map((call) => [call.id, judge(call)]));
  const params: RepairParams = { message, tools: tools.key, hostErrors };
  if (Object.keys(rawArguments).length > 0) params.rawArguments = rawArguments;
  if (tools.hasBuiltinEdit) params.builtinEdit = true;
  if (model) params.model = modelName(model);
  return params;
}
