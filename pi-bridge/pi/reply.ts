/**
 * Merges the sidecar's answer into pi's message. Only repaired calls that pi accepts are taken; unchanged blocks stay pi's objects.
 * A call that was made of leaked text and does not fit comes in as it is: the model learns from pi's error.
 */

import type { Block, Message, RepairResult, ToolCallBlock } from "../protocol.ts";
import { isCall } from "./shape.ts";
import type { Judge } from "./verdict.ts";

export interface Merged {
  /** undefined: nothing changed. */
  message: Message | undefined;
  /** Repaired calls that pi would still reject. */
  rejected: { id: string; error: string }[];
  /** Calls made of leaked text that no repair of stage "grammar" names: they did not fit as they were. */
  made: { id: string; tool: string }[];
}

export function mergeReply(original: Message, result: RepairResult, judge: Judge): Merged {
  const rejected: Merged["rejected"] = [];
  const made: Merged["made"] = [];
  const keep = { message: undefined, rejected, made: [] };
  if (result.message === null) return keep;
  const named = new Set(result.repairs.map((repair) => repair.id));
  const leaked = new Set(result.repairs.filter(({ stage }) => stage === "grammar").map(({ id }) => id));
  const refused = new Set([...result.declined, ...result.guards].map(({ id }) => id));
  const calls = original.content.filter(isCall);
  const others = original.content.filter((block) => !isCall(block));
  let changed = false;

  const content: Block[] = [];
  for (const block of result.message.content) {
    if (!isCall(block)) {
      const known = others.findIndex((other) => same(other, block));
      if (known === -1) changed = true;
      content.push(known === -1 ? block : (others.splice(0, known + 1).at(-1) as Block));
      continue;
    }
    const sent = calls[0]?.id === block.id ? calls.shift() : undefined;
    if (sent && !named.has(block.id)) {
      content.push(sent);
      continue;
    }
    if (!sent && !leaked.has(block.id)) made.push({ id: block.id, tool: block.name });
    if (!sent && !named.has(block.id) && refused.has(block.id)) {
      changed = true;
      content.push(block);
      continue;
    }
    if (!sent && !named.has(block.id)) throw new Error(`the sidecar answered with a call nobody sent: ${block.id}`);
    const repaired = sent ? withRepair(sent, block) : block;
    const error = judge(repaired);
    if (error === null) {
      changed = true;
      content.push(repaired);
      continue;
    }
    rejected.push({ id: block.id, error });
    if (!sent) return keep; // its text is cut from the message: without the call the text must stay
    content.push(sent);
  }
  if (calls.length > 0) throw new Error(`the sidecar lost the call ${calls[0]?.id}`);
  if (!changed && content.length === original.content.length) return keep;
  const stopReason = result.message.stopReason === "toolUse" ? "toolUse" : original.stopReason;
  return { message: { ...original, content, stopReason }, rejected, made };
}

/** All other fields of the block stay, such as signatures and namespace. */
function withRepair(sent: ToolCallBlock, repaired: ToolCallBlock): ToolCallBlock {
  const block = { ...sent, name: repaired.name, arguments: repaired.arguments };
  if (repaired.argumentsError === undefined) delete block.argumentsError;
  return block;
}

function same(one: Block, other: Block): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
