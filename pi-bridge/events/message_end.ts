/** One finished assistant message → the message with its broken calls repaired, or undefined: pi keeps its own. */

import type { ExtensionContext, MessageEndEvent, MessageEndEventResult } from "@earendil-works/pi-coding-agent";
import { showContext, type ShownContext } from "../session/shown_context.ts";
import { hasSettings } from "../pi/greeting.ts";
import type { Answer } from "../sidecar/peer.ts";
import { UNKNOWN_TOOLS, type Message, type RepairParams, type RepairResult, type ToolCallBlock } from "../protocol.ts";
import { record } from "../session/record.ts";
import { isCall, mergeReply } from "../pi/reply.ts";
import type { Session } from "../session/session.ts";
import { asAssistant } from "../pi/shape.ts";
import { currentTools, type ToolList } from "../pi/tools.ts";
import { piJudge, type Judge } from "../pi/verdict.ts";

// The sidecar gives a recovery model 20 s a message; rules alone take milliseconds.
const RECOVERY_DEADLINE_MS = 25_000;
const RULES_DEADLINE_MS = 10_000;

export type MessageEndContext = Pick<ExtensionContext, "cwd" | "model" | "signal"> & ShownContext;

export async function repairMessage(
  session: Session,
  event: MessageEndEvent,
  ctx: MessageEndContext,
  judgeOf: (tools: ToolList, cwd: string) => Judge = piJudge,
): Promise<MessageEndEventResult | undefined> {
  let message: Message | undefined;
  let replaced: Message | undefined;
  try {
    message = asAssistant(event.message);
    if (!message) return undefined;
    session.startMessage();
    session.drawn.restore(message);
    const seen = session.sentText.take(message);
    remember(session, message);
    replaced = await repaired(session, message, seen, ctx, judgeOf);
  } catch (error) {
    session.unchanged(error);
  }
  if (message) session.drawn.settle(replaced ?? message);
  return replaced && ({ message: replaced } as unknown as MessageEndEventResult);
}

async function repaired(
  session: Session,
  message: Message,
  seen: Message,
  ctx: MessageEndContext,
  judgeOf: (tools: ToolList, cwd: string) => Judge,
): Promise<Message | undefined> {
  if (message.stopReason !== "toolUse" && message.stopReason !== "stop") return undefined;
  if (ctx.signal?.aborted || !session.sidecar || session.sidecar.off) return undefined;
  const calls = message.content.filter(isCall);
  if (calls.length === 0 && message.stopReason === "stop" && !readsText(session, message)) return undefined;

  if (readsText(session, message)) await showContext(session, ctx);
  session.tools = currentTools(session.pi, session.tools);
  const judge = judgeOf(session.tools, ctx.cwd);
  const answer = await ask(session, session.tools, seen, calls, judge, ctx);
  if (!answer.ok) {
    if (answer.over !== "aborted") session.unchanged(answer.reason);
    return undefined;
  }
  const { message: merged, rejected } = mergeReply(message, answer.result, judge);
  for (const { id, error } of rejected) void session.sidecar.notify("repair/rejected", { id, error });
  for (const { id, reason } of answer.result.guards) session.guards.set(id, reason);
  if (merged) {
    remember(session, merged);
    record(session, answer.result.repairs.filter(({ id }) => !rejected.some((back) => back.id === id)));
  }
  session.footer?.well();
  session.phantom = answer.result.phantom;
  return merged;
}

function remember(session: Session, message: Message): void {
  for (const { id, arguments: sent } of message.content.filter(isCall)) {
    if (typeof sent === "object" && sent !== null) session.calls.set(id, sent);
  }
}

/** A sidecar that has not greeted yet may still say that it reads leaked calls; by default it does not. */
function readsText(session: Session, message: Message): boolean {
  const hello = session.sidecar?.hello;
  return message.content.length > 0 && (hello === undefined ? hasSettings() : hello.state?.grammar === true);
}

async function ask(
  session: Session,
  tools: ToolList,
  message: Message,
  calls: ToolCallBlock[],
  judge: Judge,
  ctx: MessageEndContext,
): Promise<Answer<RepairResult>> {
  const hostErrors = Object.fromEntries(calls.map((call) => [call.id, judge(call)]));
  const params: RepairParams = { message, tools: tools.key, hostErrors };
  if (ctx.model) params.model = { provider: ctx.model.provider, id: ctx.model.id, api: ctx.model.api };
  const readable = message.content.every((block) => !isCall(block) || block.argumentsError === undefined);
  const rulesDo = calls.length > 0 && readable && Object.values(hostErrors).every((error) => error === null);
  const end = performance.now() + (rulesDo ? RULES_DEADLINE_MS : RECOVERY_DEADLINE_MS);
  const left = (): number => Math.max(1, end - performance.now()); // one deadline for all that a message takes

  const repair = (): Promise<Answer<RepairResult>> => session.request("message/repair", params, left(), ctx.signal);
  const tell = (): Promise<Answer<unknown>> => session.tellTools(tools, Math.min(left(), RULES_DEADLINE_MS), ctx.signal);
  const told = await tell();
  if (!told.ok) return told;
  const answer = await repair();
  if (answer.ok || answer.code !== UNKNOWN_TOOLS) return answer;
  session.forgetTools(); // a restarted sidecar knows no list
  const again = await tell();
  return again.ok ? repair() : again;
}
