import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Judge } from "../pi/verdict.ts";
import type { ToolList } from "../pi/tools.ts";
import { isCall, isObject } from "../pi/shape.ts";
import type { ModelName, RepairParams } from "../protocol.ts";
import type { Taken } from "./argument_text.ts";

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
  if (model) params.model = { provider: model.provider, id: model.id, api: model.api, ...server(model) };
  return params;
}

function server({ baseUrl, compat }: NonNullable<ExtensionContext["model"]>): Pick<ModelName, "baseUrl" | "strictMode"> {
  const found: Pick<ModelName, "baseUrl" | "strictMode"> = {};
  if (baseUrl) found.baseUrl = baseUrl;
  if (isObject(compat) && (compat as { supportsStrictMode?: boolean }).supportsStrictMode === true) found.strictMode = true;
  return found;
}
