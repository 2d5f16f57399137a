/** One sidecar process and the connection to it. It ends once, and then every request to it has its answer. */

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CancellationToken, MessageConnection } from "vscode-jsonrpc/node";
import { FrameGuard } from "./frame_guard.ts";
import { LineTail } from "./line_tail.ts";
import type { Over } from "./deadline.ts";
import { unanswered, type Answer, type Command, type Handler, type Rpc, type Work } from "./peer.ts";

const LAST_WORDS_MS = 200; // after the exit, for what is still in the pipes
const TURNS_READ = 8; // after the last byte: the reader takes up one message a turn, and an answer may be among them

export class Child {
  readonly stderr = new LineTail();
  /** Why it is of no more use. */
  readonly ended: Promise<string>;
  /** The program is not there, or is none. */
  unstartable = false;
  /** It did some work: that it ended is no fault of how it is started. */
  served = false;
  #end: (why: string) => void = () => {};
  #why: string | undefined;
  #over = new AbortController();
  #rpc: Rpc;
  #process: ChildProcessWithoutNullStreams;
  #connection: MessageConnection;
  #guard = new FrameGuard();
  #exited: Promise<void>;

  constructor(rpc: Rpc, command: Command) {
    this.#rpc = rpc;
    this.ended = new Promise((resolve) => (this.#end = resolve));
    const child = spawn(command.file, command.args, { cwd: command.cwd, env: command.env, stdio: "pipe", windowsHide: true });
    this.#process = child;
    if (!(child.stdin as unknown)) {
      child.once("error", () => {}); // it comes later
      throw new Error("too many open files"); // node gives no pipes then
    }
    this.#exited = new Promise((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
    this.#listen(child);
    const reader = new rpc.StreamMessageReader(child.stdout);
    reader.partialMessageTimeout = 0;
    this.#connection = rpc.createMessageConnection(reader, new rpc.StreamMessageWriter(child.stdin), rpc.NullLogger);
    this.#connection.onError(([error]) => this.#lastWords(`the connection to the sidecar broke: ${error.message.split("\n", 1)[0]}`));
    this.#connection.onClose(() => this.#lastWords("the sidecar closed its pipes"));
  }

  /** Handlers first, then `listen`: the sidecar may speak before it is asked. */
  on(method: string, handler: Handler): void {
    this.#connection.onNotification(method, handler as (params: unknown) => void);
  }

  answer(method: string, work: Work): void {
    this.#connection.onRequest(method, async (params: unknown, token: CancellationToken) => {
      const cancel = new AbortController();
      token.onCancellationRequested(() => cancel.abort());
      try {
        return await work(params as never, AbortSignal.any([cancel.signal, this.#over.signal]));
      } catch (error) {
        const { ResponseError, ErrorCodes } = this.#rpc;
        return new ResponseError(ErrorCodes.InternalError, error instanceof Error ? error.message : String(error));
      }
    });
  }

  listen(): void {
    this.#connection.listen();
  }

  async request<T>(method: string, params: object, over: Promise<Over>): Promise<Answer<T>> {
    const cancel = new this.#rpc.CancellationTokenSource();
    const ending = over.then((over): Answer<T> => ({ ok: false, reason: unanswered(method, over), over }));
    const answer = await Promise.race([this.#send<T>(method, params, cancel.token), ending]);
    this.served ||= answer.ok && method !== "initialize";
    if (!answer.ok && answer.over) cancel.cancel();
    cancel.dispose();
    return answer;
  }

  async notify(method: string, params: object): Promise<void> {
    this.#guard.sent();
    try {
      await this.#connection.sendNotification(method, params);
    } catch {
      // the connection has ended, and `ended` tells
    }
  }

  /** The process is no more; what it said before is being read, and then it has ended. */
  get gone(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** End of input asks it to go; one that stays is killed after the grace. */
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

  #listen(child: ChildProcessWithoutNullStreams): void {
    child.on("error", (error: NodeJS.ErrnoException) => {
      this.unstartable = error.code === "ENOENT" || error.code === "EACCES";
      this.kill(`the sidecar could not be started: ${error.message}`);
    });
    child.on("exit", (code, signal) => {
      const why = signal ? `the sidecar was ended by ${signal}` : `the sidecar exited with status ${code}`;
      this.#lastWords(why);
      child.once("close", async () => {
        for (let turn = 0; turn < TURNS_READ; turn += 1) await nextTurn();
        this.#stop(why);
      });
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {}); // its exit is told
    child.stderr.setEncoding("utf8").on("data", (text: string) => this.stderr.add(text));
    child.stdout.on("data", (chunk: Buffer) => {
      const broken = this.#guard.see(chunk);
      if (broken) this.kill(broken);
    });
  }

  /** What broke a pipe is told best by the exit that follows; without one the process is of no use either. */
  #lastWords(why: string): void {
    setTimeout(() => this.kill(why), LAST_WORDS_MS).unref();
  }

  #stop(why: string): void {
    if (this.#why !== undefined) return;
    this.#why = why;
    this.#end(why);
    this.#over.abort();
    this.#connection.dispose(); // rejects what is pending
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy();
    this.#process.unref(); // one that a kill does not end must not keep pi alive
  }

  async #send<T>(method: string, params: object, cancel: CancellationToken): Promise<Answer<T>> {
    this.#guard.sent();
    try {
      return { ok: true, result: await this.#connection.sendRequest<T>(method, params, cancel) };
    } catch (error) {
      const { ResponseError, ErrorCodes } = this.#rpc;
      const refused = error instanceof ResponseError && error.code !== ErrorCodes.MessageWriteError;
      if (refused && this.#why === undefined) return { ok: false, reason: error.message, code: error.code };
      return { ok: false, reason: await this.ended }; // it is, or is about to be: a pipe broke
    }
  }
}
