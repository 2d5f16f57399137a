/** The arguments of a call, as the model sent them → a copy that pi draws, which follows what will run. */

import type { Message, ToolCallBlock } from "../protocol.ts";
import { isCall } from "../pi/reply.ts";

/** While a message comes in, and when it ends: then what the model sent is judged, and the copy gets what became of it. */
export class Drawn {
  #copies: { copy: object; text: string; sent: unknown }[] = [];
  #onScreen = new Map<string, object>();

  draw(block: ToolCallBlock): object {
    const copy = structuredClone(block.arguments) as object;
    this.#copies.push({ copy, text: JSON.stringify(copy), sent: block.arguments });
    block.arguments = copy;
    return copy;
  }

  redraw(copy: object, runs: unknown): void {
    overwrite(copy, runs);
    for (const known of this.#copies) if (known.copy === copy) known.text = JSON.stringify(copy);
  }

  /** What another extension changed in a copy since is that one's own. */
  restore(message: Message): void {
    this.#onScreen.clear();
    for (const block of message.content.filter(isCall)) {
      const known = this.#copies.find(({ copy }) => copy === block.arguments);
      if (!known || known.text !== JSON.stringify(block.arguments)) continue;
      this.#onScreen.set(block.id, known.copy);
      block.arguments = known.sent;
    }
    this.#copies = [];
  }

  /** pi keeps the object it drew and draws it once more when the message ends: it gets what will run. */
  settle(message: Message): void {
    for (const { id, arguments: runs } of message.content.filter(isCall)) {
      const copy = this.#onScreen.get(id);
      if (copy) overwrite(copy, runs);
    }
    this.#onScreen.clear();
  }
}

function overwrite(copy: object, runs: unknown): void {
  for (const key of Object.keys(copy)) Reflect.deleteProperty(copy, key);
  Object.assign(copy, runs);
}
