/** pi's tool list, which is sent to the sidecar once for each change. */

import { currentTools, type ToolHost, type ToolList } from "../pi/tools.ts";
import type { Answer } from "../sidecar/peer.ts";
import type { Sidecar } from "../sidecar/sidecar.ts";

const SEND_AHEAD_DEADLINE_MS = 20_000;

export class SentTools {
  #pi: ToolHost;
  #list: ToolList | undefined;
  #sentKey: string | undefined;

  constructor(pi: ToolHost) {
    this.#pi = pi;
  }

  /** The list as it was last read. */
  get list(): ToolList | undefined {
    return this.#list;
  }

  /** Reads pi's list; throws UnknownShape. */
  read(): ToolList {
    this.#list = currentTools(this.#pi, this.#list);
    return this.#list;
  }

  isSent(list: ToolList): boolean {
    return this.#sentKey === list.key;
  }

  async send(sidecar: Sidecar, list: ToolList, deadlineMs: number, signal?: AbortSignal): Promise<Answer<unknown>> {
    if (this.isSent(list)) return { ok: true, result: null };
    const answer = await sidecar.request("tools/set", { key: list.key, tools: list.wire() }, deadlineMs, signal);
    if (answer.ok) this.#sentKey = list.key;
    return answer;
  }

  /** Sends a changed list in the background, so that the sidecar has read it before the next message. */
  sendAhead(sidecar: Sidecar): void {
    const before = this.#list;
    try {
      const list = this.read();
      if (list !== before) void this.send(sidecar, list, SEND_AHEAD_DEADLINE_MS);
    } catch {
      // the next message reads the list again, and is left unchanged with the reason in the footer
    }
  }

  /** The sidecar does not know the list any more. */
  forget(): void {
    this.#sentKey = undefined;
  }
}
