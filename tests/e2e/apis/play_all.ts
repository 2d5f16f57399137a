// Plays scenarios on APIs, in a pi for each lane, and prints a table of what the vendors accept.
import type { Pi } from "../pis.ts";
import { Lane, type Outcome, type Part } from "./play.ts";
import { playable, SCENARIOS } from "./scenarios.ts";
import { VENDORS } from "./vendors.ts";

const SWITCHED_TO = VENDORS.filter(({ name }) => ["openai-completions", "anthropic-messages"].includes(name));

export const PARTS: readonly Part[] = VENDORS.flatMap((vendor) =>
  SCENARIOS.filter((scenario) => playable(scenario, vendor)).map((scenario) => ({ vendor, scenario })),
);

export const partTitle = ({ scenario, vendor }: Part, pi: Pi): string => `${scenario.name}, ${vendor.name}, pi ${pi.version}`;

/** `count`: pis at once. `bare`: without the extension, to see what it is needed for. */
export async function playApis(pi: Pi, parts: readonly Part[], count: number, bare = false): Promise<{ passed: number; failed: number }> {
  const started = performance.now();
  const lanes = Array.from({ length: count }, async (_, lane) => {
    const vendors = VENDORS.filter((vendor, at) => at % count === lane && parts.some((part) => part.vendor === vendor));
    const opened = await Lane.open(pi, [...new Set([...vendors, ...SWITCHED_TO])], bare);
    await opened.play(parts.filter(({ vendor }) => vendors.includes(vendor)));
    await opened.close();
    return opened.outcomes;
  });
  const outcomes = (await Promise.all(lanes)).flat();
  print(pi, outcomes, (performance.now() - started) / 1000);
  const passed = outcomes.filter(({ faults }) => faults.length === 0).length;
  return { passed, failed: outcomes.length - passed };
}

function print(pi: Pi, outcomes: readonly Outcome[], seconds: number): void {
  const [vendors, scenarios] = [VENDORS, SCENARIOS].map((all) => all.filter((one) => outcomes.some(({ vendor, scenario }) => vendor === one || scenario === one)));
  const mark = (one: Outcome | undefined): string => (one ? (one.faults.length === 0 ? "ok" : "NO") : "–");
  console.log([`APIs, pi ${pi.version} (${seconds.toFixed(1)} s)`, ...(scenarios ?? []).map(({ name }) => name)].join(" | "));
  for (const vendor of vendors ?? []) {
    const row = (scenarios ?? []).map((scenario) => outcomes.find((one) => one.vendor === vendor && one.scenario === scenario));
    console.log([vendor.name, ...row.map(mark)].join(" | "));
  }
  for (const { vendor, scenario, faults } of outcomes) {
    const [first, ...more] = new Set(faults);
    if (first) console.log(`${vendor.name}, ${scenario.name}: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`);
  }
}
