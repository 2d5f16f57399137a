/** A call that just ended in the stream → its live block, repaired in place, so that pi's header shows what will run. */

import type { ExtensionContext, MessageUpdateEvent } from "@earendil-works/pi-coding-agent";
import type { Message, RepairParams, RepairResult } from "../protocol.ts";
import { isCall, mergeReply } from "../pi/reply.ts";
import type { Session } from "../session/session.ts";
import { currentTools, type ToolList } from "../pi/tools.ts";
import { piJudge, type Judge } from "../pi/verdict.ts";

const DEADLINE_MS = 150; // the stream waits; a header is not worth more

export type LiveContext = Pick<ExtensionContext, "cwd" | "hasUI" | "model" | "signal">;

export async function repairLive(
  session: Session,
  event: MessageUpdateEvent,
  ctx: LiveContext,
  judgeOf: (tools: ToolList, cwd: string) => Judge = piJudge,
): Promise<void> {
  try {
    session.sentText.hear(event);
    const update = event.assistantMessageEvent;
    if (update.type !== "toolcall_end" || !ctx.hasUI || ctx.signal?.aborted) return;
    const message = event.message as unknown as Message;
    const block = message.content[update.contentIndex];
    if (!block || !isCall(block)) return;
    const copy = session.drawn.draw(block);
    if (block.argumentsError !== undefined || session.sentText.isBroken(block)) return;
    session.tools = currentTools(session.pi, session.tools);
    if (!session.knows(session.tools)) return;
    const judge = judgeOf(session.tools, ctx.cwd);
    const alone: Message = { role: "assistant", content: [{ ...block }], stopReason: "toolUse" };
    const params: RepairParams = {
      message: alone,
      tools: session.tools.key,
      hostErrors: { [block.id]: judge(block) },
      stages: ["rules", "learned"],
      live: true,
    };
    if (ctx.model) params.model = { provider: ctx.model.provider, id: ctx.model.id, api: ctx.model.api };
    const answer = await session.peek<RepairResult>("message/repair", params, DEADLINE_MS, ctx.signal);
    if (!answer.ok) return;
    const repaired = mergeReply(alone, answer.result, judge).message?.content.find(isCall);
    if (repaired?.name === block.name) session.drawn.redraw(copy, repaired.arguments); // pi draws no new name
  } catch {
    // the header shows what the model sent
  }
}
