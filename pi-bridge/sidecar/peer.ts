/** The other side of the pipe as the bridge speaks of it: how it is started, what it may say, what it answers. */

import { createRequire } from "node:module";
import type { Over } from "./deadline.ts";

export type Rpc = typeof import("vscode-jsonrpc/node");

export interface Command {
  file: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** What to do with a notification; its params are what PROTOCOL.md says for its method. */
export type Handler = (params: never) => void;

/** What answers a request. What it throws is said to the sidecar. */
export type Work = (params: never, signal: AbortSignal) => Promise<unknown>;

export type Answer<T> = { ok: true; result: T } | { ok: false; reason: string; code?: number; over?: Over };

export function unanswered(method: string, over: Over): string {
  return over === "late" ? `the sidecar gave no answer to ${method} in time` : `${method} was aborted`;
}

/** Natively: pi's loader would translate each of its files. */
export async function loadRpc(): Promise<Rpc> {
  return createRequire(import.meta.url)("../vendor/vscode-jsonrpc/lib/node/main.js");
}
