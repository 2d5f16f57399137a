/** A request to a provider: tool schemas that its server would refuse are replaced by the sidecar's. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { SanitizeParams, SanitizeResult } from "../protocol.ts";
import { isObject } from "../pi/shape.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 5_000;

type Payload = { [field: string]: unknown };

/** Where the list of tools is in the payload of each API. */
const PATHS: readonly (readonly [string, ...string[]])[] = [["tools"], ["config", "tools"], ["toolConfig", "tools"]];

export async function sanitizeRequest(
  session: Session,
  payload: unknown,
  ctx: Pick<ExtensionContext, "model" | "signal">,
): Promise<Payload | undefined> {
  try {
    const { sidecar } = session;
    if (!sidecar || !isObject(payload) || sidecar.hello?.state?.sanitize === false) return undefined;
    const model = typeof payload["model"] === "string" ? payload["model"] : ctx.model?.id;
    const path = PATHS.find((path) => Array.isArray(at(payload, path)));
    if (model === undefined || !path || session.plainModels.has(model)) return undefined;
    const tools = at(payload, path) as unknown[];
    if (!JSON.stringify(tools).includes('"pattern":"')) return undefined; // only patterns are ever replaced
    const params: SanitizeParams = { model, tools };
    const answer = await sidecar.request<SanitizeResult>("request/sanitize", params, DEADLINE_MS, ctx.signal);
    if (!answer.ok) return undefined;
    if (!answer.result.applies) session.plainModels.add(model);
    return answer.result.tools && withTools(payload, path, answer.result.tools);
  } catch (error) {
    session.unchanged(error);
    return undefined;
  }
}

function at(payload: Payload, path: readonly string[]): unknown {
  return path.reduce<unknown>((owner, key) => (isObject(owner) ? owner[key] : undefined), payload);
}

/** A changed copy: pi's payload may hold the schema objects of its tools. */
function withTools(payload: Payload, [key, ...below]: readonly [string, ...string[]], tools: unknown[]): Payload {
  const [next, ...rest] = below;
  return { ...payload, [key]: next ? withTools(payload[key] as Payload, [next, ...rest], tools) : tools };
}
