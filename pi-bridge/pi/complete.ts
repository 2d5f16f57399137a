/** Asks one of pi's models for the sidecar. pi signs in, so the bridge never sees a key. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { CompleteParams, CompleteResult } from "../protocol.ts";
import { UnknownShape } from "./shape.ts";

export type Models = Pick<ExtensionContext["modelRegistry"], "find" | "getAvailable" | "complete">;

/** Errors never quote the provider's own text, which could contain a key. */
export async function complete(models: Models | undefined, params: CompleteParams, signal: AbortSignal): Promise<CompleteResult> {
  const { provider, id } = params.model;
  if (typeof models?.complete !== "function" || typeof models.find !== "function") throw new Error("this pi lets no extension ask a model");
  const model = models.find(provider, id);
  if (!model) throw new Error(`pi knows no model ${provider}/${id}`);
  const user = { role: "user" as const, content: params.user, timestamp: Date.now() };
  const context = { systemPrompt: params.system, messages: [user] };
  const asked = models.complete(model, context, { signal, maxTokens: params.maxTokens });
  const message = await asked.catch(() => {
    throw new Error(`pi could not sign in to ${provider}`);
  });
  if (message.stopReason === "error") {
    const status = /^\s*([45]\d\d)\b/.exec(message.errorMessage ?? "")?.[1];
    throw new Error(status ? `${provider} answered with status ${status}` : `${provider} cannot be reached or refused the request`);
  }
  if (message.stopReason === "aborted") throw new Error("the request was aborted");
  if (!Array.isArray(message.content)) throw new UnknownShape("messages");
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  if (!message.usage?.cost) return { text };
  const { input, cacheRead, cacheWrite, output, cost } = message.usage;
  return { text, usage: { input: input + cacheRead + cacheWrite, output, cost: cost.total } };
}
