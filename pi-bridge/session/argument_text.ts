/** Pieces of a call's arguments as they come in → the whole text, where pi runs what it could read of broken text. */

import * as piAi from "@earendil-works/pi-ai";
import type { MessageUpdateEvent } from "@earendil-works/pi-coding-agent";
import type { Message, ToolCallBlock } from "../protocol.ts";
import { isCall } from "../pi/reply.ts";

type Parser = (text: string) => unknown;
export type Parsers = { parseToolCallArguments?: unknown; parseJsonWithRepair?: Parser; parseStreamingJson?: Parser };

interface Broken {
  error: string;
  /** What pi made of it, as JSON. */
  read: string;
}

export class SentText {
  #strict: Parser | undefined;
  #lenient: Parser | undefined;
  #texts = new Map<number, string>();
  #broken = new Map<string, Broken>();

  /** A pi that has `parseToolCallArguments` says by itself what was broken: nothing is gathered. */
  constructor({ parseToolCallArguments, parseJsonWithRepair, parseStreamingJson }: Parsers = piAi) {
    if (typeof parseToolCallArguments === "function") return;
    this.#strict = parseJsonWithRepair;
    this.#lenient = parseStreamingJson;
  }

  hear({ message, assistantMessageEvent: update }: Pick<MessageUpdateEvent, "message" | "assistantMessageEvent">): void {
    if (!this.#strict || !this.#lenient) return;
    if (update.type === "toolcall_start") this.#texts.set(update.contentIndex, "");
    else if (update.type === "toolcall_delta") this.#texts.set(update.contentIndex, (this.#texts.get(update.contentIndex) ?? "") + update.delta);
    else if (update.type === "toolcall_end") this.#judge((message as unknown as Message).content[update.contentIndex], update.contentIndex);
  }

  isBroken(block: ToolCallBlock): boolean {
    return this.#of(block) !== undefined;
  }

  /** The message as a pi that tells broken text would have it; the same object where there is none. The next one is heard anew. */
  take(message: Message): Message {
    const told = this.#told(message);
    this.#texts.clear();
    this.#broken.clear();
    return told;
  }

  #told(message: Message): Message {
    if (this.#broken.size === 0) return message;
    const content = message.content.map((block) => {
      const broken = isCall(block) ? this.#of(block) : undefined;
      return broken ? { ...block, arguments: {}, argumentsError: broken.error } : block;
    });
    return { ...message, content };
  }

  /** Arguments that another extension has changed since are no longer what this text was read as. */
  #of(block: ToolCallBlock): Broken | undefined {
    const broken = this.#broken.get(block.id);
    return broken && broken.read === JSON.stringify(block.arguments) ? broken : undefined;
  }

  #judge(block: Message["content"][number] | undefined, index: number): void {
    const text = this.#texts.get(index) ?? "";
    if (!block || !isCall(block) || !block.id || block.argumentsError !== undefined) return;
    const error = this.#fault(text);
    if (error === undefined) return;
    const read = JSON.stringify(this.#lenient?.(text));
    if (read !== JSON.stringify(block.arguments)) return; // not all of the text came in pieces
    this.#broken.set(block.id, { error: `${error}\n\nReceived arguments:\n${text}`, read });
  }

  /** pi's own rule, of the versions that have one. */
  #fault(text: string): string | undefined {
    if (text.trim() === "") return undefined;
    try {
      const parsed = this.#strict?.(text);
      const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
      return isObject ? undefined : "Tool arguments must be a JSON object";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
