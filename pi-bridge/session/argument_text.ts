/**
 * The text of each call's arguments as the model streamed it, kept where pi's reading of it may have lost something. A pi
 * that runs what it could read of broken text gets `argumentsError` filled in, as a newer pi does itself.
 */

import * as piAi from "@earendil-works/pi-ai";
import type { MessageUpdateEvent } from "@earendil-works/pi-coding-agent";
import type { Message, ToolCallBlock } from "../protocol.ts";
import { mayLose } from "../pi/lossy_json.ts";
import { isCall } from "../pi/shape.ts";

type Parser = (text: string) => unknown;
type ReportingParser = (text: string) => { arguments: unknown; argumentsError?: string };
export type Parsers = { parseToolCallArguments?: unknown; parseJsonWithRepair?: Parser; parseStreamingJson?: Parser };

interface Sent {
  text: string;
  /** The arguments that pi read from the text, as JSON. */
  read: string;
  /** pi's own words for text that is no JSON object. */
  error?: string;
}

export interface Taken {
  /** With `argumentsError` where pi would have run a part of broken text. */
  message: Message;
  /** By the id of the call. */
  rawArguments: Record<string, string>;
}

const LONGEST = 8_000_000; // characters of one message's calls; the sidecar reads no more

export class ArgumentText {
  readonly #parsers: Parsers;
  readonly #longest: number;
  /** By the index of the block. */
  #texts = new Map<number, string>();
  #length = 0;
  /** By the id of the call; only what may have lost something. */
  #sent = new Map<string, Sent>();

  constructor(parsers: Parsers = piAi, longest = LONGEST) {
    this.#parsers = parsers;
    this.#longest = longest;
  }

  add({ message, assistantMessageEvent: update }: Pick<MessageUpdateEvent, "message" | "assistantMessageEvent">): void {
    if (update.type === "toolcall_start") this.#texts.set(update.contentIndex, "");
    else if (update.type === "toolcall_delta") this.#append(update.contentIndex, update.delta);
    else if (update.type === "toolcall_end") this.#end((message as unknown as Message).content[update.contentIndex], update.contentIndex);
  }

  /** Whether pi would run a part of broken text. */
  isBroken(block: ToolCallBlock): boolean {
    return this.#of(block)?.error !== undefined;
  }

  /** The text of a call that may have lost something. */
  rawOf(block: ToolCallBlock): string | undefined {
    const sent = this.#of(block);
    return sent?.error === undefined ? sent?.text : undefined;
  }

  /** What is known of the whole message; then all of it is forgotten. */
  take(message: Message): Taken {
    const taken = this.#sent.size === 0 ? { message, rawArguments: {} } : this.#taken(message);
    this.#texts.clear();
    this.#sent.clear();
    this.#length = 0;
    return taken;
  }

  #taken(message: Message): Taken {
    const calls = message.content.filter(isCall);
    for (const { id } of calls) if (calls.filter((call) => call.id === id).length > 1) this.#sent.delete(id);
    const raw = calls.map((call) => [call.id, this.rawOf(call)] as const).filter(([, text]) => text !== undefined);
    const content = message.content.map((block) => {
      const { error, text } = (isCall(block) && this.#of(block)) || {};
      return error === undefined ? block : { ...block, arguments: {}, argumentsError: `${error}\n\nReceived arguments:\n${text}` };
    });
    const isFilled = content.some((block, index) => block !== message.content[index]);
    return { message: isFilled ? { ...message, content } : message, rawArguments: Object.fromEntries(raw) as Record<string, string> };
  }

  /** undefined also if another extension has changed the arguments since. */
  #of(block: ToolCallBlock): Sent | undefined {
    const sent = this.#sent.get(block.id);
    return sent && sent.read === JSON.stringify(block.arguments) ? sent : undefined;
  }

  /** Of a message that is too long, the calls that have not ended are not kept. */
  #append(index: number, delta: string): void {
    this.#length += delta.length;
    if (this.#length > this.#longest) this.#texts.clear();
    else this.#texts.set(index, (this.#texts.get(index) ?? "") + delta);
  }

  #end(block: Message["content"][number] | undefined, index: number): void {
    const text = this.#texts.get(index) ?? "";
    this.#texts.delete(index);
    if (!block || !isCall(block) || !block.id || block.argumentsError !== undefined) return;
    if (text.trim() === "" || !mayLose(text)) return;
    const sent = this.#readAsPiDoes(text);
    if (sent?.read === JSON.stringify(block.arguments)) this.#sent.set(block.id, sent); // else pi got text that was not in the pieces
  }

  #readAsPiDoes(text: string): Sent | undefined {
    const { parseToolCallArguments, parseJsonWithRepair: strict, parseStreamingJson: lenient } = this.#parsers;
    if (typeof parseToolCallArguments === "function") {
      const { arguments: read, argumentsError } = (parseToolCallArguments as ReportingParser)(text);
      return argumentsError === undefined ? { text, read: JSON.stringify(read) } : undefined;
    }
    if (!strict || !lenient) return undefined;
    const error = fault(text, strict);
    return { text, read: JSON.stringify(lenient(text)), ...(error !== undefined && { error }) };
  }
}

/** The rule of a pi that has `parseToolCallArguments`. */
function fault(text: string, strict: Parser): string | undefined {
  try {
    const parsed = strict(text);
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isObject ? undefined : "Tool arguments must be a JSON object";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
