/** A wait that always ends: a deadline and an abort signal, raced against the work. */

export type Over = "late" | "aborted";

/**
 * The timer keeps the process alive on purpose: with nothing else to wait for, pi in print mode would
 * otherwise exit in the middle of the wait, without a word.
 */
export async function patiently<T>(
  deadlineMs: number,
  signal: AbortSignal | undefined,
  work: (over: Promise<Over>) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) return work(Promise.resolve("aborted"));
  let end: (over: Over) => void = () => {};
  const over = new Promise<Over>((resolve) => (end = resolve));
  const abort = (): void => end("aborted");
  const timer = setTimeout(() => end("late"), deadlineMs);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await work(over);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
