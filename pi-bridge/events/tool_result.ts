/** A tool's result → the same with the block the sidecar has for it: of calls that ran, and of calls pi refused. */

import type {
  ExtensionContext,
  MessageEndEvent,
  MessageEndEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";
import type { Block, ObserveParams, ObserveResult } from "../protocol.ts";
import type { Session } from "../session/session.ts";
import { isObject, UnknownShape } from "../pi/shape.ts";

const DEADLINE_MS = 5_000; // the sidecar takes a millisecond; a result must not wait for one that hangs

export type ResultContext = Pick<ExtensionContext, "signal">;

/** `tool_result`: the call ran. Calls a script made are the script's own business. */
export async function explainResult(
  session: Session,
  event: ToolResultEvent,
  ctx: ResultContext,
): Promise<ToolResultEventResult | undefined> {
  if (event.parentToolCallId !== undefined) return undefined;
  session.ran.add(event.toolCallId);
  const { structuredContent } = event;
  const append = await observe(session, ctx, () => ({
    toolCallId: event.toolCallId,
    toolName: event.toolName,
    input: session.calls.get(event.toolCallId) ?? event.input,
    content: withoutImages(event.content),
    details: event.details,
    structuredContent,
    isError: event.isError,
    executed: true,
  }));
  if (append === undefined) return undefined;
  // content alone would drop the structured content
  return { content: [...event.content, { type: "text", text: append }], ...(structuredContent !== undefined && { structuredContent }) };
}

/** `message_end` of a tool result: the only event pi has for a call that it refused or that was blocked. */
export async function explainRefusal(
  session: Session,
  event: MessageEndEvent,
  ctx: ResultContext,
): Promise<MessageEndEventResult | undefined> {
  const { message } = event;
  if (message.role !== "toolResult" || session.ran.has(message.toolCallId)) return undefined;
  const append = await observe(session, ctx, () => ({
    toolCallId: message.toolCallId,
    toolName: message.toolName,
    input: session.calls.get(message.toolCallId) ?? {},
    content: withoutImages(message.content),
    isError: message.isError,
    executed: false,
  }));
  if (append === undefined) return undefined;
  return { message: { ...message, content: [...message.content, { type: "text", text: append }] } };
}

async function observe(session: Session, ctx: ResultContext, params: () => ObserveParams): Promise<string | undefined> {
  try {
    if (ctx.signal?.aborted || !session.sidecar || session.sidecar.off) return undefined;
    const answer = await session.request<ObserveResult>("result/observe", params(), DEADLINE_MS, ctx.signal);
    if (answer.ok) return answer.result.append;
    if (answer.over !== "aborted") session.unchanged(answer.reason);
  } catch (error) {
    session.unchanged(error);
  }
  return undefined;
}

function withoutImages(content: unknown): Block[] {
  if (!Array.isArray(content) || !content.every(isObject)) throw new UnknownShape("tool results");
  return (content as Block[]).map((block) => (block.type === "image" ? { type: "image" } : { ...block }));
}
