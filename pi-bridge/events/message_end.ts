/** A complete message: the assistant's broken calls are repaired, and a result that pi made for a refused call is explained. */

import type { ExtensionContext, MessageEndEvent, MessageEndEventResult } from "@earendil-works/pi-coding-agent";
import { mergeReply } from "../pi/reply.ts";
import { asAssistant, isCall } from "../pi/shape.ts";
import type { ToolList } from "../pi/tools.ts";
import { piJudge, type Judge } from "../pi/verdict.ts";
import { UNKNOWN_TOOLS, type Message, type RepairParams, type RepairResult } from "../protocol.ts";
import type { Taken } from "../session/argument_text.ts";
import { LastMessage } from "../session/last_message.ts";
import { recordMade, recordRepairs } from "../session/record.ts";
import { repairParams } from "../session/repair_params.ts";
import type { Session } from "../session/session.ts";
import { isBroken } from "../session/set_up_wait.ts";
import { mayReadText } from "../session/shown_context.ts";
import type { Answer } from "../sidecar/peer.ts";
import type { Sidecar } from "../sidecar/sidecar.ts";
import { askAgain } from "./request_failed.ts";
import { explainRefusal } from "./tool_result.ts";

// The sidecar gives a recovery model 20 s a message; rules alone take milliseconds.
const RECOVERY_DEADLINE_MS = 25_000;
const RULES_DEADLINE_MS = 10_000;
/** Arguments need brackets, in whatever notation. */
const MAY_HOLD_CALL = /[<[{]|\w\(/;

export type MessageEndContext = Pick<ExtensionContext, "cwd" | "model" | "signal">;

export async function endMessage(session: Session, event: MessageEndEvent, ctx: MessageEndContext): Promise<MessageEndEventResult | undefined> {
  const role: string | undefined = event.message?.role;
  if (role === "toolResult") return explainRefusal(session, event, ctx);
  // undefined: a pi whose messages have another shape, which repairMessage tells the person
  return role === "assistant" || role === undefined ? repairMessage(session, event, ctx) : undefined;
}

export async function repairMessage(
  session: Session,
  event: MessageEndEvent,
  ctx: MessageEndContext,
  judgeOf: (tools: ToolList, cwd: string) => Judge = piJudge,
): Promise<MessageEndEventResult | undefined> {
  let message: Message | undefined;
  let repaired: Message | undefined;
  try {
    message = asAssistant(event.message);
    if (!message) return undefined;
    if (message.stopReason === "error") repaired = await askAgain(session, message);
    if (repaired) return { message: repaired } as unknown as MessageEndEventResult;
    session.lastMessage = new LastMessage();
    session.told.nextMessage();
    session.displayed.restore(message);
    const taken = session.argumentText.take(message);
    session.lastMessage.setArguments(message);
    repaired = await repair(session, message, taken, ctx, judgeOf);
  } catch (error) {
    session.unchanged(error);
  }
  if (message) session.displayed.showFinal(repaired ?? message);
  return repaired && ({ message: repaired } as unknown as MessageEndEventResult);
}

/** The repaired message, or undefined: pi keeps its own. `taken` is what the sidecar is sent. */
async function repair(
  session: Session,
  message: Message,
  taken: Taken,
  ctx: MessageEndContext,
  judgeOf: (tools: ToolList, cwd: string) => Judge,
): Promise<Message | undefined> {
  if (!["toolUse", "stop"].includes(message.stopReason)) return undefined;
  if (!session.sidecar) await waitForSetUp(session, message, taken, ctx, judgeOf);
  const sidecar = session.usableSidecar;
  if (!sidecar || ctx.signal?.aborted) return undefined;
  const textIsRead = message.content.length > 0 && mayReadText(sidecar);
  const mayWait = message.stopReason === "toolUse" || textIsRead || message.content.some(isCall);
  if (!mayWait) {
    if (message.content.some(({ type, text }) => type === "text" && MAY_HOLD_CALL.test(String(text)))) lookAtText(session, sidecar, taken, ctx, judgeOf);
    return undefined;
  }

  if (textIsRead) await session.shown.complete(session);
  const tools = session.tools.read();
  const judge = judgeOf(tools, ctx.cwd);
  const answer = await ask(session, sidecar, tools, repairParams(taken, tools, judge, ctx, message), ctx.signal);
  if (!answer.ok) {
    if (answer.interrupted !== "aborted") session.unchanged(answer.reason);
    return undefined;
  }
  const { message: merged, rejected, made } = mergeReply(message, answer.result, judge);
  for (const { id, error } of rejected) void sidecar.notify("repair/rejected", { id, error });
  for (const { id, reason } of answer.result.guards) session.lastMessage.guards.set(id, reason);
  if (merged) {
    session.lastMessage.setArguments(merged);
    recordMade(session, made);
    recordRepairs(session, answer.result.repairs.filter(({ id }) => !rejected.some((each) => each.id === id)));
  }
  session.footer?.clearTrouble();
  session.lastMessage.phantom = answer.result.phantom;
  return merged;
}

async function waitForSetUp(
  session: Session,
  message: Message,
  taken: Taken,
  ctx: MessageEndContext,
  judgeOf: (tools: ToolList, cwd: string) => Judge,
): Promise<void> {
  const broken = (): boolean => {
    const tools = session.tools.read();
    return isBroken(message, taken, tools, judgeOf(tools, ctx.cwd));
  };
  if (session.startup?.waits(broken)) await session.startup.wait(ctx.signal);
}

/** Nothing waits for this: a call that the model wrote as text, where such text is not read, is told to the person. */
function lookAtText(session: Session, sidecar: Sidecar, taken: Taken, ctx: MessageEndContext, judgeOf: (tools: ToolList, cwd: string) => Judge): void {
  const tools = session.tools.read();
  session.looking = ask(session, sidecar, tools, repairParams(taken, tools, judgeOf(tools, ctx.cwd), ctx), ctx.signal);
}

/** One deadline for all requests that a message takes. */
async function ask(
  session: Session,
  sidecar: Sidecar,
  tools: ToolList,
  params: RepairParams,
  signal: AbortSignal | undefined,
): Promise<Answer<RepairResult>> {
  const end = performance.now() + (needsNoRecovery(params) ? RULES_DEADLINE_MS : RECOVERY_DEADLINE_MS);
  const left = (): number => Math.max(1, end - performance.now());
  const sent = await session.tools.send(sidecar, tools, Math.min(left(), RULES_DEADLINE_MS), signal);
  if (!sent.ok) return sent;
  const answer = await sidecar.request<RepairResult>("message/repair", params, left(), signal);
  if (answer.ok || answer.code !== UNKNOWN_TOOLS) return answer;
  session.tools.forget(); // another process, which was not sent the list
  const again = await session.tools.send(sidecar, tools, Math.min(left(), RULES_DEADLINE_MS), signal);
  return again.ok ? sidecar.request<RepairResult>("message/repair", params, left(), signal) : again;
}

/** The sidecar asks a model only about calls that pi rejects, and about leaked text. */
function needsNoRecovery({ message, hostErrors = {} }: RepairParams): boolean {
  const calls = message.content.filter(isCall);
  const isReadable = calls.every((call) => call.argumentsError === undefined);
  return calls.length > 0 && isReadable && Object.values(hostErrors).every((error) => error === null);
}
