// Faults injected into a real pi's sidecar, as a table: `node tests/e2e/chaos/run.ts [part of a fault's name]`.
import "../../empty_home.mjs";
import { loadavg } from "node:os";
import { deaths } from "./deaths.ts";
import { ENDS } from "./ends.ts";
import type { Fault } from "./fault.ts";
import { HANGS } from "./hangs.ts";
import { STRANGERS } from "./strangers.ts";
import { SURROUNDINGS } from "./surroundings.ts";

const DEATHS = 100;
const FAULTS: readonly Fault[] = [deaths(DEATHS), ...HANGS, ...STRANGERS, ...SURROUNDINGS, ...ENDS];

const filter = process.argv[2]?.toLowerCase() ?? "";
const chosen = FAULTS.filter(({ name }) => name.toLowerCase().includes(filter));
if (chosen.length === 0) {
  console.error(`no fault has "${filter}" in its name; there are:\n${FAULTS.map(({ name }) => `  ${name}`).join("\n")}`);
  process.exit(2);
}
console.log("| fault | times | survived | worst delay | |\n|---|--:|--:|--:|---|");
let lost = 0;
for (const fault of chosen) {
  try {
    const outcome = await fault.inject();
    if ("skipped" in outcome) {
      print(fault.name, "–", "–", "–", `not tried: ${outcome.skipped}`);
      continue;
    }
    const { times, survived, worstMs, note } = outcome;
    lost += times - survived;
    print(fault.name, times, survived, Number.isFinite(worstMs) ? `${Math.round(worstMs)} ms` : "never", note ?? "");
  } catch (error) {
    lost += 1;
    print(fault.name, "?", "0", "–", String(error instanceof Error ? error.message : error).split("\n", 1)[0] ?? "");
  }
}
console.log(`\n${lost === 0 ? "nothing lost" : `${lost} lost`}; load of the machine: ${loadavg().map((load) => load.toFixed(1)).join(" ")}`);
process.exitCode = lost === 0 ? 0 : 1;

function print(...cells: (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
