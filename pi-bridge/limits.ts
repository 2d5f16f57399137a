/** How long and how often the bridge tries with its sidecar. */

export interface Limits {
  helloMs: number;
  graceMs: number;
  starts: number;
  startsPerMs: number;
  backoffMs: (start: number) => number;
}

export const LIMITS: Limits = {
  helloMs: 15_000, // a first start compiles Python's modules, on a slow disk perhaps
  graceMs: 800, // pi exits promptly; the sidecar needs less than this to go by itself
  starts: 5,
  startsPerMs: 60_000,
  backoffMs: (start) => Math.min(100 * 2 ** start, 1000), // a message waits for it
};
