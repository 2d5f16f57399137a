/** While Python is being set up: which message waits for it, and how long. */

import { hasSettings } from "../pi/settings_files.ts";
import { isCall } from "../pi/shape.ts";
import type { ToolList } from "../pi/tools.ts";
import type { Judge } from "../pi/verdict.ts";
import type { Message } from "../protocol.ts";
import type { Taken } from "./argument_text.ts";

/** Whether a sidecar may have something to repair: a call that pi rejects or has read with a loss, one left out, or one in text. */
export function isBroken(message: Message, { message: sent, rawArguments }: Taken, tools: ToolList, judge: Judge): boolean {
  const calls = sent.content.filter(isCall);
  if (calls.length === 0 && message.stopReason === "toolUse") return true;
  if (Object.keys(rawArguments).length > 0) return true;
  return calls.some((call) => judge(call) !== null) || mayHoldCall(message, tools);
}

/** The settings say whether text is read. Only the sidecar knows them, so where there are any, text that names a tool counts. */
function mayHoldCall({ content }: Message, { active }: ToolList): boolean {
  if (!hasSettings()) return false;
  const texts = content.map(({ text, thinking }) => String(text ?? thinking ?? ""));
  return texts.some((text) => [...active.keys()].some((name) => text.includes(name)));
}

/** Resolves when `done` does, after `limitMs`, or on abort. Returns whether the time ran out. */
export async function waitFor(done: Promise<void>, limitMs: number | undefined, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return false;
  let stop: () => void = () => {};
  const late = new Promise<boolean>((resolve) => {
    const timer = limitMs === undefined ? undefined : setTimeout(() => resolve(true), limitMs);
    const abort = (): void => resolve(false);
    signal?.addEventListener("abort", abort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  try {
    return await Promise.race([done.then(() => false), late]);
  } finally {
    stop();
  }
}
