/** A wait that always ends: at its deadline or when a signal aborts, if the work takes longer. */

export type Interruption = "late" | "aborted";

/**
 * Passes `work` a promise that resolves at the deadline or abort; the work must end then.
 * The timer keeps the process alive on purpose: in print mode pi would exit in the middle of the wait if nothing else did.
 */
export async function withDeadline<T>(
  deadlineMs: number,
  signal: AbortSignal | undefined,
  work: (interrupted: Promise<Interruption>) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) return work(Promise.resolve("aborted"));
  let interrupt: (why: Interruption) => void = () => {};
  const interrupted = new Promise<Interruption>((resolve) => (interrupt = resolve));
  const abort = (): void => interrupt("aborted");
  const timer = setTimeout(() => interrupt("late"), deadlineMs);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await work(interrupted);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
