/** What lives as long as one pi session: its sidecar, its footer, the tools told, the calls to block. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { join } from "node:path";
import type { Answer } from "../sidecar/peer.ts";
import { BringUp } from "./start.ts";
import type { Models } from "../pi/complete.ts";
import { Drawn } from "./displayed_arguments.ts";
import { Footer, type FooterContext } from "./footer.ts";
import { ROOT } from "../pi/greeting.ts";
import type { ViewedHost } from "../pi/host.ts";
import { LOCK } from "../python/locked.ts";
import type { Phantom } from "../protocol.ts";
import type { Options } from "../sidecar/options.ts";
import { SentText } from "./argument_text.ts";
import { UnknownShape } from "../pi/shape.ts";
import type { Sidecar } from "../sidecar/sidecar.ts";
import { currentTools, type ToolHost, type ToolList } from "../pi/tools.ts";

const MEND = `Set TOOLRECOVERY_PYTHON to a Python that has the packages of ${join(ROOT, LOCK)}, or unset it, then /reload.`;
const TELL_DEADLINE_MS = 20_000;

export type SessionContext = FooterContext & Pick<ExtensionContext, "cwd"> & { modelRegistry?: Models };

export class Session {
  readonly pi: ToolHost & ViewedHost;
  /** Where other copies of this extension are that stood down for it. */
  readonly copies: readonly string[];
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
  readonly drawn = new Drawn();
  readonly sentText = new SentText();
  /** The sidecar that knows what the model was given to read before. */
  shownTo: unknown;
  models: Models | undefined;
  footer: Footer | undefined;
  bringUp: BringUp | undefined;
  sidecar: Sidecar | undefined;
  tools: ToolList | undefined;
  /** Why there is no repair in this session, and what a person can do about it. */
  trouble: string | undefined;
  #told: string | undefined;

  constructor(pi: ToolHost & ViewedHost, copies: readonly string[] = []) {
    this.pi = pi;
    this.copies = copies;
  }

  start(ctx: SessionContext, override: Partial<Options> = {}): void {
    this.footer = new Footer(ctx);
    this.models = ctx.modelRegistry;
    this.bringUp = new BringUp(this, ctx, override);
    try {
      this.bringUp.start();
    } catch (error) {
      this.giveUp(`toolrecovery could not start: ${error instanceof Error ? error.message : error}`);
    }
  }

  async stop(): Promise<void> {
    await this.bringUp?.stop();
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
    this.showTools();
  }

  showTools(): void {
    const before = this.tools;
    try {
      this.tools = currentTools(this.pi, before);
    } catch {
      return; // the first message tells
    }
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

  unchanged(why: unknown): void {
    const mend = why instanceof UnknownShape ? "" : this.#mend();
    this.footer?.trouble(`toolrecovery left a message unchanged: ${why instanceof Error ? why.message : why}${mend}`);
  }

  /** `more`: what else is known about it, by lines. */
  unanswered(why: string, more: readonly string[] = []): void {
    const progress = this.bringUp?.progress;
    if (progress) return this.footer?.answer(`toolrecovery: ${progress} Ask again when it is done.`, "info");
    const text = this.trouble ?? `toolrecovery cannot answer: ${why}${this.#mend()}`;
    this.footer?.answer([text, ...more].join("\n    "), "error");
  }

  /** One that has greeted before is not mended by another set-up. */
  #mend(): string {
    return this.sidecar?.hello ? "" : `. ${MEND}`;
  }

  giveUp(why: string, mend = this.sidecar?.hello ? ". Type /reload to start it again." : `. ${MEND}`): void {
    this.trouble = `${why}${mend}`;
    this.footer?.trouble(this.trouble);
  }
}
