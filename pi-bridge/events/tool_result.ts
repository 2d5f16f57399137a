/** Adds the sidecar's explanation to the result of a call that failed, or that pi refused to run. */

import type {
  ExtensionContext,
  MessageEndEvent,
  MessageEndEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";
import type { Block, ObserveParams, ObserveResult } from "../protocol.ts";
import { recordTold } from "../session/record.ts";
import type { Session } from "../session/session.ts";
import { isObject, UnknownShape } from "../pi/shape.ts";

const DEADLINE_MS = 5_000; // the sidecar takes a millisecond

type Structured = Exclude<ToolResultEvent["structuredContent"], undefined>;
export type ResultContext = Pick<ExtensionContext, "signal">;

/** `tool_result`: the call ran. */
export async function explainResult(
  session: Session,
  event: ToolResultEvent,
  ctx: ResultContext,
): Promise<ToolResultEventResult | undefined> {
  const nested = event.parentToolCallId !== undefined;
  if (nested && !event.isError) return undefined; // a script works with what its calls return
  session.lastMessage.ran.add(event.toolCallId);
  const { structuredContent } = event;
  const append = await observe(session, ctx, () => ({
    toolCallId: event.toolCallId,
    toolName: event.toolName,
    input: session.lastMessage.arguments.get(event.toolCallId) ?? event.input,
    content: withoutImages(event.content),
    details: event.details,
    structuredContent,
    isError: event.isError,
    executed: true,
    ...(nested && { nested }),
  }));
  if (append === undefined) return undefined;
  if (!nested && event.isError) recordTold(session, event.toolCallId, append);
  const told = { type: "text" as const, text: append };
  // without it pi would drop the structured content
  const structured = structuredContent !== undefined && { structuredContent: nested ? withBlock(structuredContent, told) : structuredContent };
  return { content: [...event.content, told], ...structured };
}

/** A script sees of an MCP result only what is structured, which holds the content once more. */
function withBlock(structured: Structured, block: { type: string; text: string }): Structured {
  if (!isObject(structured) || !Array.isArray(structured["content"])) return structured;
  return { ...structured, content: [...structured["content"], block] };
}

/** `message_end` of a tool result: pi's only event for a call that was refused or blocked. */
export async function explainRefusal(
  session: Session,
  event: MessageEndEvent,
  ctx: ResultContext,
): Promise<MessageEndEventResult | undefined> {
  const { message } = event;
  if (message.role !== "toolResult" || session.lastMessage.ran.has(message.toolCallId)) return undefined;
  const append = await observe(session, ctx, () => ({
    toolCallId: message.toolCallId,
    toolName: message.toolName,
    input: session.lastMessage.arguments.get(message.toolCallId) ?? {},
    content: withoutImages(message.content),
    isError: message.isError,
    executed: false,
  }));
  if (append === undefined) return undefined;
  recordTold(session, message.toolCallId, append);
  return { message: { ...message, content: [...message.content, { type: "text", text: append }] } };
}

async function observe(session: Session, ctx: ResultContext, params: () => ObserveParams): Promise<string | undefined> {
  try {
    const sidecar = session.usableSidecar;
    if (!sidecar || ctx.signal?.aborted) return undefined;
    const builtinEdit = session.tools.list?.hasBuiltinEdit === true && { builtinEdit: true };
    const answer = await sidecar.request<ObserveResult>("result/observe", { ...params(), ...builtinEdit }, DEADLINE_MS, ctx.signal);
    if (answer.ok) return answer.result.append;
    if (answer.interrupted !== "aborted") session.unchanged(answer.reason);
  } catch (error) {
    session.unchanged(error);
  }
  return undefined;
}

function withoutImages(content: unknown): Block[] {
  if (!Array.isArray(content) || !content.every(isObject)) throw new UnknownShape("tool results");
  return (content as Block[]).map((block) => (block.type === "image" ? { type: "image" } : { ...block }));
}
