/** One sidecar process and the connection to it. When it ends, every open request is answered with the reason. */

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CancellationToken, MessageConnection, MessageStrategy } from "vscode-jsonrpc/node";
import { FrameGuard } from "./frame_guard.ts";
import { LineTail } from "./line_tail.ts";
import type { Interruption } from "./deadline.ts";
import { interruption, rpcHandler, type Answer, type Command, type NotificationHandler, type RequestHandler, type Rpc } from "./peer.ts";

const DRAIN_MS = 200; // after the exit, at most, to handle what is still in the pipes

export class Child {
  readonly stderr = new LineTail();
  /** Resolves when it can no longer be used, with the reason. */
  readonly ended: Promise<string>;
  /** The program does not exist or cannot be executed. */
  unstartable = false;
  /** It answered something after `initialize`, so it is started correctly. */
  served = false;
  #resolveEnded: (why: string) => void = () => {};
  #endReason: string | undefined;
  #aborted = new AbortController();
  #rpc: Rpc;
  #process: ChildProcessWithoutNullStreams;
  #connection: MessageConnection;
  #guard = new FrameGuard();
  #handled = 0; // messages, of the frames that the guard has seen
  #exited: Promise<void>;

  constructor(rpc: Rpc, command: Command) {
    this.#rpc = rpc;
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    const child = spawn(command.file, command.args, { cwd: command.cwd, env: command.env, stdio: "pipe", windowsHide: true });
    this.#process = child;
    if (!(child.stdin as unknown)) {
      child.once("error", () => {}); // emitted later
      throw new Error("too many open files"); // in that case node creates no pipes
    }
    this.#exited = new Promise((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
    this.#watch(child);
    const reader = new rpc.StreamMessageReader(child.stdout);
    reader.partialMessageTimeout = 0;
    const messageStrategy: MessageStrategy = {
      handleMessage: async (message, handle) => {
        this.#handled += 1;
        await handle(message);
      },
    };
    this.#connection = rpc.createMessageConnection(reader, new rpc.StreamMessageWriter(child.stdin), rpc.NullLogger, { messageStrategy });
    this.#connection.onError(([error]) => this.#killSoon(`the connection to the sidecar broke: ${error.message.split("\n", 1)[0]}`));
    this.#connection.onClose(() => this.#killSoon("the sidecar closed its pipes"));
  }

  /** Call before `listen`: the sidecar may send something right away. */
  onNotification(method: string, handler: NotificationHandler): void {
    this.#connection.onNotification(method, handler as (params: unknown) => void);
  }

  /** Call before `listen`. */
  onRequest(method: string, handler: RequestHandler): void {
    this.#connection.onRequest(method, rpcHandler(this.#rpc, handler, this.#aborted.signal));
  }

  listen(): void {
    this.#connection.listen();
  }

  async request<T>(method: string, params: object, interrupted: Promise<Interruption>): Promise<Answer<T>> {
    const cancel = new this.#rpc.CancellationTokenSource();
    const interrupting = interrupted.then((how): Answer<T> => interruption(method, how));
    const answer = await Promise.race([this.#send<T>(method, params, cancel.token), interrupting]);
    this.served ||= answer.ok && method !== "initialize";
    if (!answer.ok && answer.interrupted) cancel.cancel();
    cancel.dispose();
    return answer;
  }

  async notify(method: string, params: object): Promise<void> {
    this.#guard.sent();
    try {
      await this.#connection.sendNotification(method, params);
    } catch {
      // the connection has ended; `ended` says why
    }
  }

  /** The process has exited. Until `ended` resolves, its last output is still being read. */
  get gone(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Ends its input, which tells it to exit, and kills it if it has not exited after the grace. */
  async stop(graceMs: number): Promise<void> {
    this.#process.stdin.end();
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([this.#exited, grace]);
    clearTimeout(timer);
    this.kill("the sidecar was stopped");
  }

  kill(why: string): void {
    if (!this.gone) this.#process.kill("SIGKILL");
    this.#stop(why);
  }

  #watch(child: ChildProcessWithoutNullStreams): void {
    child.on("error", (error: NodeJS.ErrnoException) => {
      this.unstartable = error.code === "ENOENT" || error.code === "EACCES";
      this.kill(`the sidecar could not be started: ${error.message}`);
    });
    child.on("exit", (code, signal) => {
      const why = signal ? `the sidecar was ended by ${signal}` : `the sidecar exited with status ${code}`;
      this.#killSoon(why);
      child.once("close", () => this.#stopWhenHandled(why));
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {}); // "exit" follows
    child.stderr.setEncoding("utf8").on("data", (text: string) => this.stderr.add(text));
    child.stdout.on("data", (chunk: Buffer) => {
      const broken = this.#guard.check(chunk);
      if (broken) this.kill(broken);
    });
  }

  /** Waits for the exit that usually follows: its status is the better reason. Without a connection the process is useless. */
  #killSoon(why: string): void {
    setTimeout(() => this.kill(why), DRAIN_MS).unref();
  }

  /** The last byte was read. An answer that was sent before the exit counts. */
  async #stopWhenHandled(why: string): Promise<void> {
    while (this.#handled < this.#guard.whole && this.#endReason === undefined) await nextTurn(); // one message a turn
    this.#stop(why);
  }

  #stop(why: string): void {
    if (this.#endReason !== undefined) return;
    this.#endReason = why;
    this.#resolveEnded(why);
    this.#aborted.abort();
    this.#connection.dispose(); // rejects pending requests
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy();
    this.#process.unref(); // a process that survives the kill must not keep pi alive
  }

  async #send<T>(method: string, params: object, cancel: CancellationToken): Promise<Answer<T>> {
    this.#guard.sent();
    try {
      return { ok: true, result: await this.#connection.sendRequest<T>(method, params, cancel) };
    } catch (error) {
      const { ResponseError, ErrorCodes } = this.#rpc;
      const refused = error instanceof ResponseError && error.code !== ErrorCodes.MessageWriteError;
      if (refused && this.#endReason === undefined) return { ok: false, reason: error.message, code: error.code };
      return { ok: false, reason: await this.ended }; // a pipe broke: it has ended or is about to
    }
  }
}
