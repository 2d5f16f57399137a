/** What is known of the assistant's last message until its next one begins. */

import type { Message, Phantom } from "../protocol.ts";
import { isCall } from "../pi/shape.ts";

export class LastMessage {
  /** The reason why a call must not run, by its id: pi would run it with another meaning than the model sent. */
  readonly guards = new Map<string, string>();
  /** The arguments of its calls, by id. */
  readonly arguments = new Map<string, object>();
  /** The ids of the calls that ran. */
  readonly ran = new Set<string>();
  /** Set if the message stopped for a call and has none. */
  phantom: Phantom | undefined;

  setArguments(message: Message): void {
    for (const { id, arguments: sent } of message.content.filter(isCall)) {
      if (typeof sent === "object" && sent !== null) this.arguments.set(id, sent);
    }
  }
}
