/** A request whose tools were changed, and an answer that is an error: where the change is the reason, the model is asked again without it. */

import type { Message, FailedParams, FailedResult } from "../protocol.ts";
import { LastMessage } from "../session/last_message.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 1_000;

/** The message that stands for the failed answer, so that pi's turn goes on; undefined: the error stays. */
export async function askAgain(session: Session, message: Message): Promise<Message | undefined> {
  const { sidecar, changedModel: model } = session;
  session.changedModel = undefined;
  if (!sidecar || model === undefined || message.content.length > 0) return undefined;
  const params: FailedParams = { model, error: String(message["errorMessage"] ?? "") };
  const answer = await sidecar.request<FailedResult>("request/failed", params, DEADLINE_MS);
  const phantom = answer.ok ? answer.result.phantom : undefined;
  if (!phantom) return undefined;
  session.plainModels.delete(model);
  session.lastMessage = new LastMessage();
  session.lastMessage.phantom = phantom;
  const { errorMessage: _, ...rest } = message;
  return { ...rest, stopReason: "stop", content: [] };
}
