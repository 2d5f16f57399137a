/** A request to a provider: the sidecar is told what it shows the model, made calls are signed where they must be, and tool schemas that its server would refuse are replaced. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { hasSettings } from "../pi/settings_files.ts";
import { isObject } from "../pi/shape.ts";
import type { SanitizeParams, SanitizeResult } from "../protocol.ts";
import { madeCalls, recordStrict, type Branch } from "../session/record.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 5_000;
/** Gemini 3 refuses a call without its own signature. This is Google's documented value for a call that it did not make. */
const SIGNATURE = "skip_thought_signature_validator";

type Payload = { [field: string]: unknown };

export type RequestContext = Pick<ExtensionContext, "model" | "signal"> & { sessionManager?: Branch };

export async function changeRequest(session: Session, payload: unknown, ctx: RequestContext): Promise<Payload | undefined> {
  try {
    if (!isObject(payload)) return undefined;
    session.shown.requested(session, payload, ctx);
    const signed = signMadeCalls(payload, ctx);
    return (await sanitizeTools(session, signed ?? payload, ctx)) ?? signed;
  } catch (error) {
    session.unchanged(error);
    return undefined;
  }
}

/** A signature cannot be in the session: pi sends none that is not base64. */
function signMadeCalls(payload: Payload, { sessionManager }: RequestContext): Payload | undefined {
  if (!found(payload, PARTS).some((part) => idOfUnsigned(part) !== undefined)) return undefined;
  const made = madeCalls(sessionManager);
  const sign = (part: unknown): unknown => (made.has(idOfUnsigned(part) ?? "") ? { ...(part as object), thoughtSignature: SIGNATURE } : part);
  return replaced(payload, PARTS, sign) as Payload;
}

function idOfUnsigned(part: unknown): string | undefined {
  if (!isObject(part) || part["thoughtSignature"] || !isObject(part["functionCall"])) return undefined;
  const { id } = part["functionCall"];
  return typeof id === "string" ? id : undefined;
}

async function sanitizeTools(session: Session, payload: Payload, ctx: RequestContext): Promise<Payload | undefined> {
  session.changedModel = undefined;
  const { sidecar } = session;
  const state = sidecar?.hello?.state;
  const marksAny = state?.strict ?? hasSettings(); // a starting sidecar is waited for only where there are settings
  if (!sidecar || (state?.sanitize === false && !marksAny)) return undefined;
  const model = typeof payload["model"] === "string" ? payload["model"] : ctx.model?.id;
  if (model === undefined || session.plainModels.has(model)) return undefined;
  const tools = TOOLS.flatMap((path) => found(payload, path));
  if (tools.length === 0 || (!marksAny && !JSON.stringify(tools).includes('"pattern":"'))) return undefined;
  const params: SanitizeParams = { model, tools };
  if (ctx.model?.baseUrl) params.baseUrl = ctx.model.baseUrl;
  const answer = await sidecar.request<SanitizeResult>("request/sanitize", params, DEADLINE_MS, ctx.signal);
  if (!answer.ok) return undefined;
  if (!answer.result.applies) session.plainModels.add(model);
  const { tools: sanitized } = answer.result;
  if (!sanitized) return undefined;
  session.changedModel = model;
  recordStrict(session, model, answer.result.strict === true);
  const answers = new Map(tools.map((tool, index) => [tool, sanitized[index]]));
  return TOOLS.reduce<unknown>((changed, path) => replaced(changed, path, (tool) => answers.get(tool) ?? tool), payload) as Payload;
}

type Path = readonly string[];
const EACH = "*";

const PARTS: Path = ["contents", EACH, "parts", EACH];

/** Where the tools are in the payload of each API; docs/apis.md. */
const TOOLS: readonly Path[] = [
  ["tools", EACH],
  ["config", "tools", EACH],
  ["toolConfig", "tools", EACH],
  ["input", EACH, "tools", EACH],
  ["messages", EACH, "tools", EACH],
  ["messages", EACH, "content", EACH, "tool", "definition"],
  ["context", "tools", EACH],
  ["context", "messages", EACH, "toolsAdded", EACH],
];

function found(value: unknown, [key, ...below]: Path): unknown[] {
  if (key === undefined) return [value];
  if (key === EACH) return Array.isArray(value) ? value.flatMap((each) => found(each, below)) : [];
  return isObject(value) && key in value ? found(value[key], below) : [];
}

/** A changed copy: pi's payload may hold the session's own objects. */
function replaced(value: unknown, [key, ...below]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (key === EACH) return Array.isArray(value) ? value.map((each) => replaced(each, below, change)) : value;
  return isObject(value) && key in value ? { ...value, [key]: replaced(value[key], below, change) } : value;
}
