/** The sidecar of one pi session. It starts in the background, and is started again when its process ends. */

import { Child } from "./child.ts";
import { withDeadline } from "./deadline.ts";
import { Failures } from "./failures.ts";
import { handshake } from "./handshake.ts";
import { LIMITS, type Limits, type Options } from "./options.ts";
import { Pause } from "./pause.ts";
import { interruption, loadRpc, type Answer } from "./peer.ts";
import type { InitializeResult } from "../protocol.ts";

export class Sidecar {
  /** The answer of the newest process to `initialize`. */
  hello: InitializeResult | undefined;
  /** Why no process is started in this session any more. */
  off: string | undefined;
  /** Why the last process ended, and the last lines of its log. */
  lastWords: string[] = [];
  #options: Options;
  #limits: Limits;
  #lastFailure: string | undefined;
  #failures: Failures;
  #child: Child | undefined;
  #usable: Child | undefined;
  /** The process that is usable now, or the next one. */
  #ready: Promise<Child | undefined> = Promise.resolve(undefined);
  #pause: Pause | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#failures = new Failures(this.#limits);
  }

  start(): void {
    this.#ready = this.#open();
  }

  async request<T>(method: string, params: object, deadlineMs: number, signal?: AbortSignal): Promise<Answer<T>> {
    return withDeadline(deadlineMs, signal, async (interrupted) => {
      const child = await Promise.race([this.#running(), interrupted]);
      if (child === undefined) return { ok: false, reason: this.off ?? this.#lastFailure ?? "the sidecar is not running" };
      if (!(child instanceof Child)) return interruption(method, child);
      const answer = await child.request<T>(method, params, interrupted);
      if (answer.ok) this.#failures.requestAnswered(method);
      else if (answer.interrupted === "late") {
        this.#turnOff(this.#failures.requestLate(method, answer.reason));
        child.kill(answer.reason);
      }
      return answer;
    });
  }

  /** A request that waits for no start, and after whose late answer the process is kept. */
  async requestIfRunning<T>(method: string, params: object, deadlineMs: number, signal?: AbortSignal): Promise<Answer<T>> {
    const child = this.#usable;
    if (!child) return { ok: false, reason: "the sidecar is not running" };
    return withDeadline(deadlineMs, signal, (interrupted) => child.request<T>(method, params, interrupted));
  }

  /** The answer to `initialize`; waits for the first one. */
  async greeting(deadlineMs: number): Promise<InitializeResult | undefined> {
    if (this.hello === undefined) await withDeadline(deadlineMs, undefined, (late) => Promise.race([this.#ready, late]));
    return this.hello;
  }

  async notify(method: string, params: object): Promise<void> {
    await (await this.#ready)?.notify(method, params);
  }

  async stop(): Promise<void> {
    this.off ??= "the session has ended";
    this.#ready = Promise.resolve(undefined);
    this.#pause?.end();
    await this.#child?.stop(this.#usable ? this.#limits.graceMs : 0); // before that it has nothing to finish
  }

  /** Not a process that has just exited, but the one after it. */
  async #running(): Promise<Child | undefined> {
    let child = await this.#ready;
    while (child?.gone) {
      await child.ended;
      child = await this.#ready;
    }
    return child;
  }

  async #open(): Promise<Child | undefined> {
    const rpc = await (this.#options.loadRpc ?? loadRpc)().catch(() => undefined);
    if (!rpc) this.#turnOff("its copy of vscode-jsonrpc cannot be read; install toolrecovery again");
    if (!rpc || this.off) return undefined;
    let child: Child;
    try {
      child = new Child(rpc, this.#options.command);
    } catch (error) {
      this.#lastFailure = `${this.#options.command.file} could not be started: ${error instanceof Error ? error.message : error}`;
      this.#ready = this.#afterFailure(this.#lastFailure);
      return undefined;
    }
    this.#child = child;
    const ready = this.#greet(child);
    void child.ended.then((why) => this.#afterEnd(child, why));
    return ready;
  }

  async #greet(child: Child): Promise<Child | undefined> {
    const outcome = await handshake(child, this.#options, this.#limits.helloMs, this.lastWords);
    if ("failed" in outcome) {
      if (outcome.final) this.#turnOff(outcome.failed);
      child.kill(outcome.failed); // does nothing if it ended by itself
      return undefined;
    }
    this.hello = outcome.hello;
    this.#usable = child;
    this.#options.onReady?.(outcome.hello);
    return child;
  }

  #afterEnd(child: Child, why: string): void {
    this.#usable = undefined;
    const lines = child.stderr.last();
    this.lastWords = [why, ...lines];
    this.#lastFailure = [why, ...lines.slice(-1)].join("; "); // the last line of a traceback is its cause
    if (this.off) return;
    // a program that ran before may be in the middle of an update: it is tried again
    if (child.unstartable && !this.hello) this.#turnOff(this.#lastFailure);
    else this.#ready = child.served ? this.#restart() : this.#afterFailure(this.#lastFailure);
  }

  #afterFailure(why: string): Promise<Child | undefined> {
    this.#turnOff(this.#failures.processFailed(why, (this.#options.now ?? Date.now)()));
    return this.off ? Promise.resolve(undefined) : this.#restart();
  }

  /** After a pause. Waiting requests keep pi alive and are sent to the new process, until their own deadlines. */
  #restart(): Promise<Child | undefined> {
    this.#pause = new Pause(this.#failures.pauseMs);
    return this.#pause.over.then(() => {
      if (!this.off) this.start();
      return this.#ready;
    });
  }

  #turnOff(why: string | undefined): void {
    if (why === undefined || this.off) return;
    this.off = why;
    this.#ready = Promise.resolve(undefined);
    this.#options.onOff(why);
  }
}
