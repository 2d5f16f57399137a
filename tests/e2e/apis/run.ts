// `node tests/e2e/apis/run.ts [--older] [--bare] [part of an API's or a scenario's name]`: what every vendor would refuse.
import "../../empty_home.mjs";
import { OLDER_PI, PI } from "../pis.ts";
import { Lane, type Outcome } from "./play.ts";
import { SCENARIOS } from "./scenarios.ts";
import { VENDORS } from "./vendors.ts";

const LANES = 2;
const SWITCHED_TO = VENDORS.filter(({ name }) => ["openai-completions", "anthropic-messages"].includes(name));
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith("--"));
const filter = words.find((word) => !word.startsWith("--"))?.toLowerCase() ?? "";
const pi = flags.includes("--older") ? OLDER_PI : PI;

const has = ({ name }: { name: string }): boolean => name.toLowerCase().includes(filter);
const vendors = VENDORS.some(has) ? VENDORS.filter(has) : VENDORS;
const scenarios = SCENARIOS.some(has) ? SCENARIOS.filter(has) : SCENARIOS;

const started = performance.now();
const lanes = await Promise.all(
  Array.from({ length: LANES }, async (_, lane) => {
    const own = vendors.filter((_, at) => at % LANES === lane);
    const opened = await Lane.open(pi, [...new Set([...own, ...SWITCHED_TO])], flags.includes("--bare"));
    await opened.play(scenarios, own);
    await opened.close();
    return opened.outcomes;
  }),
);
const outcomes = lanes.flat();

const mark = ({ skipped, faults }: Outcome): string => (skipped ? "–" : faults.length === 0 ? "ok" : "NO");
console.log(["API", ...scenarios.map(({ name }) => name)].join(" | "));
for (const vendor of vendors) {
  const row = scenarios.map((scenario) => outcomes.find((one) => one.vendor === vendor && one.scenario === scenario));
  console.log([vendor.name, ...row.map((one) => (one ? mark(one) : "?"))].join(" | "));
}
for (const { vendor, scenario, faults } of outcomes) {
  const [first, ...more] = new Set(faults);
  if (first) console.log(`${vendor.name}, ${scenario.name}: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`);
}
const played = outcomes.filter(({ skipped }) => !skipped);
const passed = played.filter(({ faults }) => faults.length === 0);
console.log(`pi ${pi.version}: ${passed.length} of ${played.length} accepted, ${((performance.now() - started) / 1000).toFixed(1)} s`);
process.exitCode = passed.length === played.length ? 0 : 1;
