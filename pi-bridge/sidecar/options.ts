/** How a sidecar is started, and the limits of starting it again. */

import type { Command, NotificationHandler, RequestHandler, Rpc } from "./peer.ts";
import type { InitializeParams, InitializeResult } from "../protocol.ts";

export interface Limits {
  /** For the answer to `initialize`. */
  helloMs: number;
  /** From the end of its input until the process is killed. */
  graceMs: number;
  /** Processes that end without having answered anything, within `failuresPerMs`. */
  failures: number;
  failuresPerMs: number;
  /** Late answers to one method, in a row. */
  late: number;
  /** The pause before the next start. */
  backoffMs: (failures: number) => number;
}

export const LIMITS: Limits = {
  helloMs: 15_000, // at the first start Python compiles its modules
  graceMs: 800, // pi waits for it at exit; a healthy sidecar needs less
  failures: 5, // a process that answered something is always started again
  failuresPerMs: 60_000,
  late: 3, // each made pi wait for a whole deadline
  backoffMs: (failures) => Math.min(100 * 2 ** failures, 1000), // a message may wait for it
};

export interface Options {
  command: Command;
  hello: InitializeParams;
  /** Notifications from the sidecar, by method. */
  handlers: Record<string, NotificationHandler>;
  /** Requests from the sidecar, by method. */
  requestHandlers?: Record<string, RequestHandler>;
  /** Called whenever a process has answered `initialize`. */
  onReady?: (hello: InitializeResult) => void;
  /** Called once, with the reason, when no process will be started in this session any more. */
  onOff: (why: string) => void;
  limits?: Partial<Limits>;
  loadRpc?: () => Promise<Rpc>;
  now?: () => number;
}
