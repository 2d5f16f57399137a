/** A call that has just arrived in full: pi displays it repaired while the rest of the message is still arriving. */

import type { ExtensionContext, MessageUpdateEvent } from "@earendil-works/pi-coding-agent";
import { mergeReply } from "../pi/reply.ts";
import { isCall } from "../pi/shape.ts";
import type { ToolList } from "../pi/tools.ts";
import { piJudge, type Judge } from "../pi/verdict.ts";
import type { Message, RepairParams, RepairResult } from "../protocol.ts";
import { repairParams } from "../session/repair_params.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 150; // the stream waits for it

export type UpdateContext = Pick<ExtensionContext, "cwd" | "hasUI" | "model" | "signal">;

export async function repairDisplayed(
  session: Session,
  event: MessageUpdateEvent,
  ctx: UpdateContext,
  judgeOf: (tools: ToolList, cwd: string) => Judge = piJudge,
): Promise<void> {
  try {
    session.argumentText.add(event);
    const update = event.assistantMessageEvent;
    if (update.type !== "toolcall_end" || !ctx.hasUI || ctx.signal?.aborted) return;
    const block = (event.message as unknown as Message).content[update.contentIndex];
    if (!block || !isCall(block)) return;
    const copy = session.displayed.replace(block);
    if (block.argumentsError !== undefined || session.argumentText.isBroken(block)) return;
    const tools = session.tools.read();
    if (!session.sidecar || !session.tools.isSent(tools)) return;
    const judge = judgeOf(tools, ctx.cwd);
    const alone: Message = { role: "assistant", content: [{ ...block }], stopReason: "toolUse" };
    const raw = session.argumentText.rawOf(block);
    const taken = { message: alone, rawArguments: raw === undefined ? {} : { [block.id]: raw } };
    const params: RepairParams = { ...repairParams(taken, tools, judge, ctx), stages: ["rules", "raw", "learned"], live: true };
    const answer = await session.sidecar.requestIfRunning<RepairResult>("message/repair", params, DEADLINE_MS, ctx.signal);
    if (!answer.ok) return;
    const repaired = mergeReply(alone, answer.result, judge).message?.content.find(isCall);
    if (repaired?.name === block.name) session.displayed.update(copy, repaired.arguments); // pi does not display a new name
  } catch {
    // pi displays what the model sent; message_end meets the same error and tells it
  }
}
