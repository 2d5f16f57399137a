/** What lives as long as one pi session: its sidecar, its footer, the tools told, the calls to block. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getAgentDir, VERSION, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Answer } from "./child.ts";
import { Footer, type FooterContext } from "./footer.ts";
import { PROTOCOL, type InitializeParams, type NotifyParams, type StatusParams } from "./protocol.ts";
import { findPython, pythonEnv } from "./python.ts";
import { Sidecar, type Options } from "./sidecar.ts";
import type { ToolHost, ToolList } from "./tools.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MEND = `Run scripts/setup in ${ROOT} or set TOOLRECOVERY_PYTHON, then /reload.`;

export type SessionContext = FooterContext & Pick<ExtensionContext, "cwd">;

export class Session {
  readonly pi: ToolHost;
  /** Calls that pi would run with a meaning the model never sent, by id. */
  readonly guards = new Map<string, string>();
  /** The arguments of the last message's calls, by id: what a result answers to. */
  readonly calls = new Map<string, object>();
  /** The calls of the last message that ran. */
  readonly ran = new Set<string>();
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
        },
        onOff: (why) => this.#giveUp(`toolrecovery is off for this session: ${why}`),
        ...override,
      });
      this.sidecar.start();
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

  /** Once per change, not once per message. */
  async tellTools(tools: ToolList, deadlineMs: number, signal?: AbortSignal): Promise<Answer<unknown>> {
    if (this.#told === tools.key) return { ok: true, result: null };
    const answer = await this.request("tools/set", { key: tools.key, tools: tools.wire() }, deadlineMs, signal);
    if (answer.ok) this.#told = tools.key;
    return answer;
  }

  /** A new message of the assistant: what is known of the one before is over. */
  startMessage(): void {
    for (const known of [this.guards, this.calls, this.ran]) known.clear();
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

function greeting(ctx: SessionContext): InitializeParams {
  const manifest: { version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return {
    protocol: PROTOCOL,
    bridge: manifest.version,
    pi: VERSION,
    agentDir: getAgentDir(),
    cwd: ctx.cwd,
    mode: ctx.mode ?? "print",
    hasUI: ctx.hasUI,
  };
}
