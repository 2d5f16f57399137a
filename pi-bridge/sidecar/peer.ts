/** The types of a conversation with the sidecar, and the library that carries it. */

import { createRequire } from "node:module";
import type { CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import type { Interruption } from "./deadline.ts";

export type Rpc = typeof import("vscode-jsonrpc/node");

export interface Command {
  file: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Handles a notification of the sidecar; protocol.ts has the types of its params. */
export type NotificationHandler = (params: never) => void;

/** Answers a request of the sidecar, which is sent the message of an error that this throws. */
export type RequestHandler = (params: never, signal: AbortSignal) => Promise<unknown>;

export type Answer<T> = { ok: true; result: T } | { ok: false; reason: string; code?: number; interrupted?: Interruption };

export function interruption(method: string, interrupted: Interruption): { ok: false; reason: string; interrupted: Interruption } {
  const reason = interrupted === "late" ? `the sidecar gave no answer to ${method} in time` : `${method} was aborted`;
  return { ok: false, reason, interrupted };
}

/** The handler as vscode-jsonrpc calls it. Its signal aborts when the sidecar cancels the request, or with `ended`. */
export function rpcHandler(rpc: Rpc, handler: RequestHandler, ended: AbortSignal) {
  return async (params: unknown, token: CancellationToken): Promise<unknown | ResponseError<void>> => {
    const cancel = new AbortController();
    token.onCancellationRequested(() => cancel.abort());
    try {
      return await handler(params as never, AbortSignal.any([cancel.signal, ended]));
    } catch (error) {
      return new rpc.ResponseError(rpc.ErrorCodes.InternalError, error instanceof Error ? error.message : String(error));
    }
  };
}

/** Through require: pi's loader would translate each file of an import. */
export async function loadRpc(): Promise<Rpc> {
  return createRequire(import.meta.url)("../vendor/vscode-jsonrpc/lib/node/main.js");
}
