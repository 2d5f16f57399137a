// The end-to-end proof: `node tests/e2e/run.ts [part of a scenario's name, of an API's, or of pi's version]`.
import "../empty_home.mjs";
import { PARTS, partTitle, playApis } from "./apis/play_all.ts";
import { OLDER_PI, PI } from "./pis.ts";
import { playAll, titleOf } from "./runner.ts";
import { SCENARIOS } from "./scenarios/index.ts";
import { ON_OLDER_PI } from "./scenarios/older_pi.ts";

const LONGEST_MINUTES = 20;
setTimeout(() => {
  console.error(`e2e: not finished after ${LONGEST_MINUTES} minutes`);
  process.exit(1);
}, LONGEST_MINUTES * 60_000).unref();

const filter = process.argv[2]?.toLowerCase() ?? "";
const has = (title: string): boolean => title.toLowerCase().includes(filter);
const all = [...SCENARIOS.map((scenario) => ({ scenario, pi: PI })), ...ON_OLDER_PI];
const chosen = all.filter((one) => has(titleOf(one)));
// What the older pi itself does otherwise, or the extension for it; `apis/run.ts --older` plays all.
const OLDER = ["thinking before the call", "the same leak twice", "phantom", "resumed"];
const onApis = [PI, OLDER_PI].map((pi) => {
  const parts = PARTS.filter(({ scenario }) => pi === PI || OLDER.includes(scenario.name));
  return { pi, parts: parts.filter((part) => has(partTitle(part, pi))) };
});
if (chosen.length === 0 && onApis.every(({ parts }) => parts.length === 0)) {
  const titles = [...all.map(titleOf), ...PARTS.map((part) => partTitle(part, PI))];
  console.error(`no scenario has "${filter}" in its name; there are:\n${titles.map((title) => `  ${title}`).join("\n")}`);
  process.exit(2);
}
const withApis = onApis.filter(({ parts }) => parts.length > 0);
// One pi of each version, beside the other scenarios: most of its time it waits.
const played = await Promise.all([playAll(chosen), ...withApis.map(({ pi, parts }) => playApis(pi, parts, 1))]);
const sum = (of: "passed" | "failed"): number => played.reduce((total, one) => total + one[of], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, ${played[0].skipped} skipped`);
process.exitCode = sum("failed") > 0 ? 1 : 0;
