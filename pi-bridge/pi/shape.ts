/** What pi hands over → the same, known to have the shape that the bridge reads. Anything else stays pi's own. */

import type { Message } from "../protocol.ts";

/** A newer pi: everything is left as it is, and a person reads why. */
export class UnknownShape extends Error {
  constructor(what: string) {
    super(`this pi's ${what} have a shape that it does not know; update toolrecovery`);
  }
}

type Fields = { [field: string]: unknown };

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A message of the assistant; undefined for anybody else's. */
export function asAssistant(value: unknown): Message | undefined {
  if (!isObject(value)) throw new UnknownShape("messages");
  if (value["role"] !== "assistant") return undefined;
  const { content, stopReason } = value;
  if (!Array.isArray(content) || typeof stopReason !== "string") throw new UnknownShape("messages");
  for (const block of content) {
    if (!isObject(block) || typeof block["type"] !== "string") throw new UnknownShape("messages");
    if (block["type"] === "toolCall" && !isToolCall(block)) throw new UnknownShape("tool calls");
  }
  return value as Message;
}

function isToolCall(block: Fields): boolean {
  const named = typeof block["id"] === "string" && typeof block["name"] === "string";
  return named && ("arguments" in block || "argumentsError" in block);
}
