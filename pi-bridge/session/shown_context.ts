/**
 * Sends the sidecar what stood in the requests to the model and was not written by the model itself: a call that the model only
 * quotes from there is not run. Each text is sent once, known by its hash, while the model answers.
 */

import { createHash } from "node:crypto";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { hasSettings } from "../pi/settings_files.ts";
import { isObject } from "../pi/shape.ts";
import type { ContextParams } from "../protocol.ts";
import type { Sidecar } from "../sidecar/sidecar.ts";

export type ShownContext = Partial<Pick<ExtensionContext, "model">> & { sessionManager?: { getBranch(): readonly object[] } };

/** What is needed of a session. */
interface Listener {
  readonly usableSidecar: Sidecar | undefined;
  unchanged(why: unknown): void;
}

const GREETING_MS = 10_000;
const CHARACTERS_AT_ONCE = 4_000_000;
/** The fields in which payloads hold images, files and ciphertext. */
const BINARY = new Set(["data", "bytes", "image_url", "imageUrl", "file_data", "fileData", "encrypted_content", "signature", "thinkingSignature", "thoughtSignature"]);

interface Request {
  payload: object;
  context: ShownContext;
}

export class ShownTexts {
  /** The last request, kept until the next one: a process that starts after it, or a setting that changes, needs it again. */
  #last: Request | undefined;
  #sent = new Set<string>();
  /** The `hello` of the process that knows the texts in `#sent`. */
  #sentTo: unknown;
  /** The last request whose texts that process knows. */
  #known: Request | undefined;
  #sending: Promise<void> = Promise.resolve();

  /** A request leaves. Nothing waits for this. */
  requested(session: Listener, payload: object, context: ShownContext): void {
    const request = { payload, context };
    this.#last = request;
    this.#sending = this.#sending.then(() => afterThis()).then(() => this.#send(session, request));
  }

  /** Resolves when the sidecar was sent all of the last request. */
  async complete(session: Listener): Promise<void> {
    await this.#sending;
    if (this.#last) await this.#send(session, this.#last);
  }

  async #send(session: Listener, request: Request): Promise<void> {
    try {
      const sidecar = session.usableSidecar;
      if (!sidecar || !mayReadText(sidecar)) return;
      const hello = await sidecar.greeting(GREETING_MS);
      if (!hello?.state?.grammar) return;
      if (this.#sentTo !== hello) {
        this.#sent.clear();
        this.#known = undefined;
        this.#sentTo = hello;
      }
      if (this.#known === request) return;
      this.#known = request;
      for (const texts of batches(this.#unsent(request))) await sidecar.notify("context/shown", { texts } satisfies ContextParams);
    } catch (error) {
      session.unchanged(error);
    }
  }

  *#unsent({ payload, context }: Request): Generator<string> {
    for (const text of shownTexts(payload, context)) {
      const hash = createHash("sha1").update(text).digest("base64");
      if (this.#sent.has(hash)) continue;
      this.#sent.add(hash);
      yield text;
    }
  }
}

/** Whether the sidecar looks for calls in text. While it starts, the settings on disk are a guess. */
export function mayReadText({ hello }: Pick<Sidecar, "hello">): boolean {
  return hello === undefined ? hasSettings() : hello.state?.grammar === true;
}

/** Every text of a request that the model did not write itself, in order. The messages of another model count as shown. */
export function shownTexts(payload: object, context: ShownContext): string[] {
  const texts: string[] = [];
  const others = writtenByOthers(payload, context);
  // what is left to look at, the next one last
  const pending: { value: unknown; own: boolean }[] = [{ value: payload, own: false }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value } = next;
    if (typeof value === "string") {
      const isShown = next.own ? others.has(value.trim()) : !value.startsWith("data:");
      if (isShown && value !== "") texts.push(value);
    } else if (Array.isArray(value)) {
      for (const each of value.toReversed()) pending.push({ value: each, own: next.own });
    } else if (isObject(value) && !ArrayBuffer.isView(value)) {
      const own = next.own || isOwn(value);
      for (const [key, each] of Object.entries(value).toReversed()) if (!BINARY.has(key)) pending.push({ value: each, own });
    }
  }
  return texts;
}

/** Whether it is the model's: a message of its role, or one of the items that the Responses API has beside messages. */
function isOwn({ role, type }: Record<string, unknown>): boolean {
  if (role !== undefined) return role === "assistant" || role === "model";
  return typeof type === "string" && (type === "reasoning" || type.endsWith("_call"));
}

/** What other models wrote in this session. Their names stand in the session's entries, not in the request. */
function writtenByOthers(payload: object, { model, sessionManager }: ShownContext): Set<string> {
  const written = new Set<string>();
  const asked = [model?.id, (payload as { model?: unknown }).model];
  for (const entry of sessionManager?.getBranch() ?? []) {
    const { message } = entry as { message?: unknown };
    if (!isObject(message) || message["role"] !== "assistant" || asked.includes(message["model"] as string)) continue;
    const { content } = message;
    for (const block of Array.isArray(content) ? content.filter(isObject) : []) {
      for (const text of [block["text"], block["thinking"]]) if (typeof text === "string" && text.trim()) written.add(text.trim());
    }
  }
  return written;
}

function* batches(texts: Iterable<string>): Generator<string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const text of texts) {
    batch.push(text);
    size += text.length;
    if (size < CHARACTERS_AT_ONCE) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** After the request has left: pi waits for nothing of this. */
function afterThis(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
