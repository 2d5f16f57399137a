/** A request on its way to a provider → the same with schemas that its model's server can take, or undefined. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { SanitizeParams, SanitizeResult } from "../protocol.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 5_000;

type Payload = { [field: string]: unknown };

/** Where each API's payload keeps its list of tools. */
const PLACES: readonly (readonly [string, ...string[]])[] = [["tools"], ["config", "tools"], ["toolConfig", "tools"]];

export async function sanitizeRequest(
  session: Session,
  payload: unknown,
  ctx: Pick<ExtensionContext, "model" | "signal">,
): Promise<Payload | undefined> {
  try {
    if (!isPayload(payload) || session.sidecar?.hello?.state?.sanitize === false) return undefined;
    const model = typeof payload["model"] === "string" ? payload["model"] : ctx.model?.id;
    const place = PLACES.find((place) => Array.isArray(at(payload, place)));
    if (model === undefined || !place || session.plainModels.has(model)) return undefined;
    const tools = at(payload, place) as unknown[];
    if (!JSON.stringify(tools).includes('"pattern":"')) return undefined; // nothing to ask, nobody to wait for
    const params: SanitizeParams = { model, tools };
    const answer = await session.request<SanitizeResult>("request/sanitize", params, DEADLINE_MS, ctx.signal);
    if (!answer.ok) return undefined;
    if (!answer.result.applies) session.plainModels.add(model);
    return answer.result.tools && withTools(payload, place, answer.result.tools);
  } catch {
    return undefined; // the provider gets what pi made
  }
}

function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function at(payload: Payload, place: readonly string[]): unknown {
  return place.reduce<unknown>((owner, key) => (isPayload(owner) ? owner[key] : undefined), payload);
}

/** A copy: what pi made may hold the live schemas of its tools. */
function withTools(payload: Payload, [key, ...below]: readonly [string, ...string[]], tools: unknown[]): Payload {
  const [next, ...rest] = below;
  return { ...payload, [key]: next ? withTools(payload[key] as Payload, [next, ...rest], tools) : tools };
}
