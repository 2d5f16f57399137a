/** The first exchange with a new process: its handlers are set, and it answers `initialize`. */

import type { Child } from "./child.ts";
import { withDeadline } from "./deadline.ts";
import type { Options } from "./options.ts";
import { PROTOCOL, type InitializeResult } from "../protocol.ts";

/** `final`: another process would fail in the same way. */
export type Handshake = { hello: InitializeResult } | { failed: string; final: boolean };

export async function handshake(child: Child, options: Options, helloMs: number, lastWords: string[]): Promise<Handshake> {
  for (const [method, handler] of Object.entries(options.handlers)) child.onNotification(method, handler);
  for (const [method, handler] of Object.entries(options.requestHandlers ?? {})) child.onRequest(method, handler);
  child.listen();
  const params = { ...options.hello, ...(lastWords.length > 0 && { lastWords }) };
  const answer = await withDeadline(helloMs, undefined, (late) => child.request<InitializeResult>("initialize", params, late));
  if (!answer.ok) return { failed: `the sidecar did not start: ${answer.reason}`, final: false };
  if (answer.result?.protocol === PROTOCOL) return { hello: answer.result };
  return { failed: `the sidecar speaks protocol ${answer.result?.protocol}, the bridge ${PROTOCOL}`, final: true };
}
