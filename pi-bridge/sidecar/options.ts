/** What a sidecar is made of, and how long and how often the bridge tries with it. */

import type { Command, Handler, Rpc, Work } from "./peer.ts";
import type { InitializeParams, InitializeResult } from "../protocol.ts";

export interface Limits {
  helloMs: number;
  graceMs: number;
  failures: number;
  failuresPerMs: number;
  late: number;
  backoffMs: (failures: number) => number;
}

export const LIMITS: Limits = {
  helloMs: 15_000, // a first start compiles Python's modules, on a slow disk perhaps
  graceMs: 800, // pi exits promptly; the sidecar needs less than this to go by itself
  failures: 5, // of processes that answered nothing; one that did its work and died is started again, always
  failuresPerMs: 60_000,
  late: 3, // in a row: each cost a whole deadline
  backoffMs: (failures) => Math.min(100 * 2 ** failures, 1000), // a message waits for it
};

export interface Options {
  command: Command;
  hello: InitializeParams;
  /** Notifications from the sidecar, by method. */
  handlers: Record<string, Handler>;
  /** Requests from the sidecar, by method. */
  works?: Record<string, Work>;
  /** Called whenever a sidecar has greeted. */
  onReady?: (hello: InitializeResult) => void;
  /** Called once, with why there will be no sidecar in this session any more. */
  onOff: (why: string) => void;
  limits?: Partial<Limits>;
  loadRpc?: () => Promise<Rpc>;
  now?: () => number;
}
