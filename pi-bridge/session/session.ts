/** What lives as long as one pi session. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Models } from "../pi/complete.ts";
import type { ViewedHost } from "../pi/host.ts";
import { ROOT } from "../pi/package.ts";
import { UnknownShape } from "../pi/shape.ts";
import type { ToolHost } from "../pi/tools.ts";
import { LOCK } from "../python/locked.ts";
import type { Sidecar } from "../sidecar/sidecar.ts";
import { ArgumentText } from "./argument_text.ts";
import { DisplayedArguments } from "./displayed_arguments.ts";
import type { Footer } from "./footer.ts";
import { LastMessage } from "./last_message.ts";
import { SentTools } from "./sent_tools.ts";
import { ShownTexts } from "./shown_context.ts";
import { Told } from "./told.ts";

const LOOKING_MS = 5_000; // Python may still be starting
const ADVICE = `Set TOOLRECOVERY_PYTHON to a Python that has the packages of ${join(ROOT, LOCK)}, or unset it, then /reload.`;

/** The start of the sidecar, which may include the set-up of a Python. */
export interface Startup {
  /** What the set-up does now; undefined when there is none. */
  readonly progress: string | undefined;
  /** Resolves when no set-up is running. */
  readonly done: Promise<void>;
  /** Whether a message waits for a set-up that is running; `isBroken` is asked only where that decides it. */
  waits(isBroken: () => boolean): boolean;
  /** Resolves when there is a sidecar, or when it is no longer waited for. */
  wait(signal: AbortSignal | undefined): Promise<void>;
  /** The Python that the sidecar was started with. */
  readonly python: string | undefined;
  stop(): Promise<void>;
}

export class Session {
  readonly pi: ToolHost & ViewedHost;
  /** The folders of other copies of this extension, which do nothing in this pi. */
  readonly copies: readonly string[];
  readonly tools: SentTools;
  readonly argumentText = new ArgumentText();
  readonly displayed = new DisplayedArguments();
  readonly shown = new ShownTexts();
  /** Models whose tool lists need no change; valid until the next user prompt. */
  readonly plainModels = new Set<string>();
  /** Models whose tools were marked strict in this session's requests, and whether they are now. */
  readonly strictModels = new Map<string, boolean>();
  /** The model of the last request, if its tools were changed. */
  changedModel: string | undefined;
  lastMessage = new LastMessage();
  /** pi draws entries of this extension. */
  drawsEntries = false;
  /** About repairs; not written yet. */
  readonly lines: string[] = [];
  readonly told = new Told();
  /** Resolves when the sidecar has looked at the last text for which nothing waits. */
  looking: Promise<unknown> = Promise.resolve();
  models: Models | undefined;
  footer: Footer | undefined;
  startup: Startup | undefined;
  sidecar: Sidecar | undefined;
  /** Why nothing is repaired in this session, and what the person can do about it. */
  trouble: string | undefined;
  readonly #over = new AbortController();

  constructor(pi: ToolHost & ViewedHost, copies: readonly string[] = []) {
    this.pi = pi;
    this.copies = copies;
    this.tools = new SentTools(pi);
  }

  /** Aborted when the session ends. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  async stop(): Promise<void> {
    this.#over.abort();
    // a short run ends while the sidecar looks at its last text
    await Promise.race([this.looking, sleep(LOOKING_MS, undefined, { ref: false })]);
    await this.startup?.stop();
    await this.sidecar?.stop();
  }

  /** The sidecar, unless requests to it are known to fail. */
  get usableSidecar(): Sidecar | undefined {
    return this.sidecar?.off === undefined ? this.sidecar : undefined;
  }

  /** Every error in an event's handler ends here: pi keeps its message, and the footer shows the first reason. */
  unchanged(why: unknown): void {
    const advice = why instanceof UnknownShape ? "" : this.#advice();
    this.footer?.showTrouble(`toolrecovery left a message unchanged: ${why instanceof Error ? why.message : why}${advice}`);
  }

  /** Shows why a command has no answer. `more`: further lines. */
  unanswered(why = "toolrecovery has not started", more: readonly string[] = []): void {
    const progress = this.startup?.progress;
    if (progress) return this.footer?.answer(`toolrecovery: ${progress} Ask again when it is done.`, "info");
    const text = this.trouble ?? `toolrecovery cannot answer: ${why}${this.#advice()}`;
    this.footer?.answer([text, ...more].join("\n    "), "error");
  }

  giveUp(why: string, advice = this.sidecar?.hello ? ". Type /reload to start it again." : `. ${ADVICE}`): void {
    this.trouble = `${why}${advice}`;
    this.footer?.showTrouble(this.trouble);
  }

  /** A sidecar that has started once does not need another Python. */
  #advice(): string {
    return this.sidecar?.hello ? "" : `. ${ADVICE}`;
  }
}
