/** Checks that what pi passes has the shape that the bridge reads. */

import type { Block, Message, ToolCallBlock } from "../protocol.ts";

/** Thrown for a pi with other shapes: its messages are left unchanged, and the footer says why. */
export class UnknownShape extends Error {
  constructor(what: string) {
    super(`this pi's ${what} have a shape that it does not know; update toolrecovery`);
  }
}

type Fields = { [field: string]: unknown };

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The message of an assistant; undefined for another role. Throws UnknownShape. */
export function asAssistant(value: unknown): Message | undefined {
  if (!isObject(value)) throw new UnknownShape("messages");
  if (value["role"] !== "assistant") return undefined;
  const { content, stopReason } = value;
  if (!Array.isArray(content) || typeof stopReason !== "string") throw new UnknownShape("messages");
  for (const block of content) {
    if (!isObject(block) || typeof block["type"] !== "string") throw new UnknownShape("messages");
    if (block["type"] === "toolCall" && !hasCallFields(block)) throw new UnknownShape("tool calls");
  }
  return value as Message;
}

export function isCall(block: Block): block is ToolCallBlock {
  return block.type === "toolCall";
}

function hasCallFields(block: Fields): boolean {
  const named = typeof block["id"] === "string" && typeof block["name"] === "string";
  return named && ("arguments" in block || "argumentsError" in block);
}
