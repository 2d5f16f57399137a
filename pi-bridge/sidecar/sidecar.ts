/** The sidecar of one pi session: started without waiting, asked with a deadline, restarted when it dies, stopped. */

import { Child } from "./child.ts";
import { LIMITS, type Limits, type Options } from "./options.ts";
import { patiently, type Over } from "./deadline.ts";
import { loadRpc, unanswered, type Answer, type Rpc } from "./peer.ts";
import { PROTOCOL, type InitializeResult } from "../protocol.ts";
import { Strikes } from "./failures.ts";

export class Sidecar {
  hello: InitializeResult | undefined;
  /** Why the sidecar is off for the session. */
  off: string | undefined;
  /** Why the last process ended, and the last lines it logged. */
  lastWords: string[] = [];
  #options: Options;
  #limits: Limits;
  #ending: string | undefined;
  #strikes: Strikes;
  #child: Child | undefined;
  #greeted: Child | undefined;
  #ready: Promise<Child | undefined> = Promise.resolve(undefined);
  #retry: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#strikes = new Strikes(this.#limits);
  }

  start(): void {
    this.#ready = this.#open();
  }

  async request<T>(method: string, params: object, deadlineMs: number, signal?: AbortSignal): Promise<Answer<T>> {
    return patiently(deadlineMs, signal, async (over) => {
      const child = await Promise.race([this.#living(), over]);
      if (child instanceof Child) {
        const answer = await child.request<T>(method, params, over);
        if (answer.ok) this.#strikes.answered(method);
        else if (answer.over === "late") this.#tooLate(child, method, answer.reason);
        return answer;
      }
      if (child) return { ok: false, reason: unanswered(method, child), over: child };
      return { ok: false, reason: this.off ?? this.#ending ?? "the sidecar is not running" };
    });
  }

  /** What is nice to know: no start is waited for, and a late answer costs the process nothing. */
  async peek<T>(method: string, params: object, deadlineMs: number, signal?: AbortSignal): Promise<Answer<T>> {
    const child = this.#greeted;
    if (!child) return { ok: false, reason: "the sidecar is not running" };
    return patiently(deadlineMs, signal, (over) => child.request<T>(method, params, over));
  }

  /** What it said of itself, as soon as it has: one that is just starting is waited for. */
  async greeting(deadlineMs: number): Promise<InitializeResult | undefined> {
    if (this.hello === undefined) await patiently(deadlineMs, undefined, (over) => Promise.race([this.#ready, over]));
    return this.hello;
  }

  async notify(method: string, params: object): Promise<void> {
    await (await this.#ready)?.notify(method, params);
  }

  async stop(): Promise<void> {
    this.off ??= "the session has ended";
    clearTimeout(this.#retry);
    this.#ready = Promise.resolve(undefined);
    this.#wake();
    await this.#child?.stop(this.#greeted ? this.#limits.graceMs : 0); // one that still starts has nothing to finish
  }

  /** One that just died is not asked: the next one is. */
  async #living(): Promise<Child | undefined> {
    let child = await this.#ready;
    while (child?.gone) {
      await child.ended;
      child = await this.#ready;
    }
    return child;
  }

  async #open(): Promise<Child | undefined> {
    let rpc: Rpc;
    try {
      rpc = await (this.#options.loadRpc ?? loadRpc)();
    } catch {
      this.#turnOff("its copy of vscode-jsonrpc cannot be read; install toolrecovery again");
      return undefined;
    }
    if (this.off) return undefined;
    let child: Child;
    try {
      child = new Child(rpc, this.#options.command);
    } catch (error) {
      this.#ending = `${this.#options.command.file} could not be started: ${error instanceof Error ? error.message : error}`;
      this.#ready = this.#failed(this.#ending);
      return undefined;
    }
    this.#child = child;
    const ready = this.#greet(child);
    void child.ended.then((why) => this.#died(child, why));
    return ready;
  }

  async #greet(child: Child): Promise<Child | undefined> {
    for (const [method, handler] of Object.entries(this.#options.handlers)) child.on(method, handler);
    for (const [method, work] of Object.entries(this.#options.works ?? {})) child.answer(method, work);
    child.listen();
    const hello = { ...this.#options.hello, ...(this.lastWords.length > 0 && { lastWords: this.lastWords }) };
    const greet = (over: Promise<Over>): Promise<Answer<InitializeResult>> =>
      child.request<InitializeResult>("initialize", hello, over);
    const answer = await patiently(this.#limits.helloMs, undefined, greet);
    if (!answer.ok) {
      child.kill(`the sidecar did not start: ${answer.reason}`); // no news where it ended by itself
      return undefined;
    }
    if (answer.result?.protocol !== PROTOCOL) {
      this.#turnOff(`the sidecar speaks protocol ${answer.result?.protocol}, the bridge ${PROTOCOL}`);
      child.kill("the sidecar speaks another protocol");
      return undefined;
    }
    this.hello = answer.result;
    this.#greeted = child;
    this.#options.onReady?.(answer.result);
    return child;
  }

  #died(child: Child, why: string): void {
    this.#greeted = undefined;
    const lines = child.stderr.last();
    this.lastWords = [why, ...lines];
    this.#ending = [why, ...lines.slice(-1)].join("; "); // a traceback ends with its cause
    if (this.off) return;
    // a program that ran before is being replaced, perhaps: it may be there again in a moment
    if (child.unstartable && !this.hello) this.#turnOff(this.#ending);
    else this.#ready = child.served ? this.#restart() : this.#failed(this.#ending);
  }

  #failed(why: string): Promise<Child | undefined> {
    const hopeless = this.#strikes.failed(why, (this.#options.now ?? Date.now)());
    if (hopeless === undefined) return this.#restart();
    this.#turnOff(hopeless);
    return Promise.resolve(undefined);
  }

  #tooLate(child: Child, method: string, why: string): void {
    const hopeless = this.#strikes.late(method, why);
    if (hopeless !== undefined) this.#turnOff(hopeless);
    child.kill(why);
  }

  /** What is asked meanwhile waits for it, under its own deadline. */
  #restart(): Promise<Child | undefined> {
    const pause = new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#retry = setTimeout(resolve, this.#strikes.pauseMs);
      this.#retry.unref(); // without a question a restart keeps no process alive
    });
    return pause.then(() => {
      if (!this.off) this.start();
      return this.#ready;
    });
  }

  #turnOff(why: string): void {
    if (this.off) return;
    this.off = why;
    this.#ready = Promise.resolve(undefined);
    this.#options.onOff(why);
  }
}
