/**
 * What pi displays of a call before the message is complete. pi displays the block's arguments object, so the block gets
 * a copy, which can be changed to what will run. When the message is complete, the block gets back what the model sent.
 */

import type { Message, ToolCallBlock } from "../protocol.ts";
import { isCall } from "../pi/shape.ts";

export class DisplayedArguments {
  #copies: { copy: object; text: string; sent: unknown }[] = [];
  /** The copies in the complete message, by the call's id. */
  #displayed = new Map<string, object>();

  /** Puts a copy of the arguments into the block and returns it. */
  replace(block: ToolCallBlock): object {
    const copy = structuredClone(block.arguments) as object;
    this.#copies.push({ copy, text: JSON.stringify(copy), sent: block.arguments });
    block.arguments = copy;
    return copy;
  }

  update(copy: object, repaired: unknown): void {
    overwrite(copy, repaired);
    for (const known of this.#copies) if (known.copy === copy) known.text = JSON.stringify(copy);
  }

  /** Puts back what the model sent, except where another extension has changed the copy. */
  restore(message: Message): void {
    this.#displayed.clear();
    for (const block of message.content.filter(isCall)) {
      const known = this.#copies.find(({ copy }) => copy === block.arguments);
      if (!known || known.text !== JSON.stringify(block.arguments)) continue;
      this.#displayed.set(block.id, known.copy);
      block.arguments = known.sent;
    }
    this.#copies = [];
  }

  /** pi displays the copies once more when the message ends: they get the arguments that will run. */
  showFinal(message: Message): void {
    for (const { id, arguments: final } of message.content.filter(isCall)) {
      const copy = this.#displayed.get(id);
      if (copy) overwrite(copy, final);
    }
    this.#displayed.clear();
  }
}

function overwrite(copy: object, values: unknown): void {
  for (const key of Object.keys(copy)) Reflect.deleteProperty(copy, key);
  Object.assign(copy, values);
}
