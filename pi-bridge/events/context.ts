/** The messages of a request: the note after a turn without its call joins the message before it. Some APIs take no two user messages in a row. */

import type { ContextEvent, ContextEventResult } from "@earendil-works/pi-coding-agent";
import type { Block } from "../protocol.ts";
import { ENTRY_TYPE } from "../session/record.ts";
import type { Session } from "../session/session.ts";

type Message = ContextEvent["messages"][number];
type Content = string | Block[];

const TAKES_A_NOTE = ["user", "toolResult", "custom"];

export function joinNotes(session: Session, { messages }: Pick<ContextEvent, "messages">): ContextEventResult | undefined {
  try {
    if (!messages.some(isNote)) return undefined; // pi keeps its own list
    const joined: Message[] = [];
    for (const message of messages) {
      const at = joined.findLastIndex((each) => !isEmptyTurn(each));
      const before = joined[at];
      if (before && isNote(message) && TAKES_A_NOTE.includes(before.role)) joined.splice(at, joined.length, withNote(before, message));
      else joined.push(message);
    }
    return { messages: joined };
  } catch (error) {
    session.unchanged(error);
    return undefined;
  }
}

function isNote(message: Message): boolean {
  return message.role === "custom" && message.customType === ENTRY_TYPE;
}

/** pi sends no such turn, so the messages before and after it meet. */
function isEmptyTurn(message: Message): boolean {
  return message.role === "assistant" && message.content.every(saysNothing);
}

function saysNothing(block: object): boolean {
  const { type, text, thinking, ...more } = block as Block;
  const isSigned = Object.keys(more).some((field) => field.endsWith("Signature") && more[field]);
  return type !== "toolCall" && !isSigned && String(text ?? thinking ?? "").trim() === "";
}

function withNote(before: Message, note: Message): Message {
  const content = [...blocksOf(before), ...blocksOf(note)];
  return { ...before, content } as unknown as Message;
}

function blocksOf(message: Message): Block[] {
  const { content } = message as unknown as { content: Content };
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
