/** What lives as long as one pi session: its sidecar, its footer, the tools told, the calls to block. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Answer } from "./peer.ts";
import { complete, type Models } from "./complete.ts";
import { Footer, type FooterContext } from "./footer.ts";
import { greeting, ROOT } from "./greeting.ts";
import { Live } from "./live.ts";
import type { CompleteParams, HostState, NotifyParams, Phantom, StatusParams } from "./protocol.ts";
import { findPython, pythonEnv } from "./python.ts";
import type { Options } from "./options.ts";
import { Sidecar } from "./sidecar.ts";
import { currentTools, type ToolHost, type ToolList } from "./tools.ts";

const MEND = `Run scripts/setup in ${ROOT} or set TOOLRECOVERY_PYTHON, then /reload.`;
const TELL_DEADLINE_MS = 20_000;

export type SessionContext = FooterContext & Pick<ExtensionContext, "cwd"> & { modelRegistry?: Models };

export class Session {
  readonly pi: ToolHost;
  /** Calls that pi would run with a meaning the model never sent, by id. */
  readonly guards = new Map<string, string>();
  /** The arguments of the last message's calls, by id: what a result answers to. */
  readonly calls = new Map<string, object>();
  /** The calls of the last message that ran. */
  readonly ran = new Set<string>();
  /** The turn that just ended held no call though it stopped for one. */
  phantom: Phantom | undefined;
  /** Models whose tool lists need no change, in this run. */
  readonly plainModels = new Set<string>();
  readonly live = new Live();
  /** The sidecar that knows what the model was given to read before. */
  shownTo: unknown;
  models: Models | undefined;
  footer: Footer | undefined;
  sidecar: Sidecar | undefined;
  tools: ToolList | undefined;
  /** Why there is no repair in this session, and what a person can do about it. */
  trouble: string | undefined;
  #told: string | undefined;

  constructor(pi: ToolHost) {
    this.pi = pi;
  }

  start(ctx: SessionContext, override: Partial<Options> = {}): void {
    this.footer = new Footer(ctx);
    this.models = ctx.modelRegistry;
    try {
      const python = findPython(ROOT, process.env);
      if ("tried" in python) {
        this.#giveUp(`toolrecovery found no Python: tried ${python.tried.join(", ")}`);
        return;
      }
      this.sidecar = new Sidecar({
        command: { file: python.file, args: ["-m", "sidecar", "serve"], cwd: ROOT, env: pythonEnv(process.env) },
        hello: greeting(ctx),
        handlers: {
          "host/status": ({ text }: StatusParams) => this.footer?.status(text),
          "host/notify": ({ text, level }: NotifyParams) => this.footer?.notify(text, level),
          "host/state": (state: HostState) => {
            if (this.sidecar?.hello) this.sidecar.hello.state = state;
          },
        },
        works: {
          "host/complete": async (params: CompleteParams, signal) => {
            if (!this.models) throw new Error("this pi offers no models");
            return complete(this.models, params, signal);
          },
        },
        onOff: (why) => this.#giveUp(`toolrecovery is off for this session: ${why}`),
        ...override,
      });
      this.sidecar.start();
      this.#showTools(); // so that it has read them when the first message comes
    } catch (error) {
      this.#giveUp(`toolrecovery could not start: ${error instanceof Error ? error.message : error}`);
    }
  }

  async stop(): Promise<void> {
    await this.sidecar?.stop();
  }

  async request<T>(method: string, params: object, deadlineMs: number, signal?: AbortSignal): Promise<Answer<T>> {
    if (!this.sidecar) return { ok: false, reason: this.trouble ?? "toolrecovery has not started" };
    return this.sidecar.request<T>(method, params, deadlineMs, signal);
  }

  async peek<T>(method: string, params: object, deadlineMs: number, signal?: AbortSignal): Promise<Answer<T>> {
    if (!this.sidecar) return { ok: false, reason: "toolrecovery has not started" };
    return this.sidecar.peek<T>(method, params, deadlineMs, signal);
  }

  /** A user's prompt begins: while the model thinks, the sidecar reads what is new. */
  startRun(text: string): void {
    this.plainModels.clear();
    if (!this.sidecar || this.sidecar.off) return;
    void this.sidecar.notify("run/start", { text });
    this.#showTools();
  }

  #showTools(): void {
    const before = this.tools;
    this.tools = currentTools(this.pi, before);
    if (this.tools !== before) void this.tellTools(this.tools, TELL_DEADLINE_MS);
  }

  knows(tools: ToolList): boolean {
    return this.#told === tools.key;
  }

  /** Once per change, not once per message. */
  async tellTools(tools: ToolList, deadlineMs: number, signal?: AbortSignal): Promise<Answer<unknown>> {
    if (this.knows(tools)) return { ok: true, result: null };
    const answer = await this.request("tools/set", { key: tools.key, tools: tools.wire() }, deadlineMs, signal);
    if (answer.ok) this.#told = tools.key;
    return answer;
  }

  /** A new message of the assistant: what is known of the one before is over. */
  startMessage(): void {
    for (const known of [this.guards, this.calls, this.ran]) known.clear();
    this.phantom = undefined;
  }

  forgetTools(): void {
    this.#told = undefined;
  }

  unchanged(why: string): void {
    this.footer?.trouble(`toolrecovery left a message unchanged: ${why}${this.#mend()}`);
  }

  unanswered(why: string): void {
    this.footer?.answer(this.trouble ?? `toolrecovery cannot answer: ${why}${this.#mend()}`, "error");
  }

  /** One that has greeted before is not mended by another set-up. */
  #mend(): string {
    return this.sidecar?.hello ? "" : `. ${MEND}`;
  }

  #giveUp(why: string): void {
    this.trouble = `${why}. ${MEND}`;
    this.footer?.trouble(this.trouble);
  }
}
