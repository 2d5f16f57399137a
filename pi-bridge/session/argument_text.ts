/** Finds calls whose argument text is no JSON object, in a pi that does not say so and runs what it could read of the text. */

import * as piAi from "@earendil-works/pi-ai";
import type { MessageUpdateEvent } from "@earendil-works/pi-coding-agent";
import type { Message, ToolCallBlock } from "../protocol.ts";
import { isCall } from "../pi/shape.ts";

type Parser = (text: string) => unknown;
export type Parsers = { parseToolCallArguments?: unknown; parseJsonWithRepair?: Parser; parseStreamingJson?: Parser };

interface Broken {
  error: string;
  /** The arguments that pi read from the text, as JSON. */
  read: string;
}

export class ArgumentText {
  #strict: Parser | undefined;
  #lenient: Parser | undefined;
  /** By the index of the block. */
  #texts = new Map<number, string>();
  /** By the id of the call. */
  #broken = new Map<string, Broken>();

  /** A pi that has `parseToolCallArguments` sets `argumentsError` itself: nothing is collected. */
  constructor({ parseToolCallArguments, parseJsonWithRepair, parseStreamingJson }: Parsers = piAi) {
    if (typeof parseToolCallArguments === "function") return;
    this.#strict = parseJsonWithRepair;
    this.#lenient = parseStreamingJson;
  }

  add({ message, assistantMessageEvent: update }: Pick<MessageUpdateEvent, "message" | "assistantMessageEvent">): void {
    if (!this.#strict || !this.#lenient) return;
    if (update.type === "toolcall_start") this.#texts.set(update.contentIndex, "");
    else if (update.type === "toolcall_delta") this.#texts.set(update.contentIndex, (this.#texts.get(update.contentIndex) ?? "") + update.delta);
    else if (update.type === "toolcall_end") this.#check((message as unknown as Message).content[update.contentIndex], update.contentIndex);
  }

  isBroken(block: ToolCallBlock): boolean {
    return this.#brokenText(block) !== undefined;
  }

  /** The message with `argumentsError` filled in, as a newer pi does, or the message itself; then resets. */
  fillIn(message: Message): Message {
    const filled = this.#filled(message);
    this.#texts.clear();
    this.#broken.clear();
    return filled;
  }

  #filled(message: Message): Message {
    if (this.#broken.size === 0) return message;
    const content = message.content.map((block) => {
      const broken = isCall(block) ? this.#brokenText(block) : undefined;
      return broken ? { ...block, arguments: {}, argumentsError: broken.error } : block;
    });
    return { ...message, content };
  }

  /** undefined also if another extension has changed the arguments since. */
  #brokenText(block: ToolCallBlock): Broken | undefined {
    const broken = this.#broken.get(block.id);
    return broken && broken.read === JSON.stringify(block.arguments) ? broken : undefined;
  }

  #check(block: Message["content"][number] | undefined, index: number): void {
    const text = this.#texts.get(index) ?? "";
    if (!block || !isCall(block) || !block.id || block.argumentsError !== undefined) return;
    const error = this.#fault(text);
    if (error === undefined) return;
    const read = JSON.stringify(this.#lenient?.(text));
    if (read !== JSON.stringify(block.arguments)) return; // pi got text that was not in the pieces
    this.#broken.set(block.id, { error: `${error}\n\nReceived arguments:\n${text}`, read });
  }

  /** The rule of a pi that has `parseToolCallArguments`. */
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
