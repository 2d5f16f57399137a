// The end-to-end proof: `node tests/e2e/run.ts [part of a scenario's name, of an API's, or of pi's version]`.
import "../empty_home.mjs";
import { PARTS, partTitle, playApis } from "./apis/play_all.ts";
import { OLDER_PI, PI } from "./pis.ts";
import { playAll, titleOf } from "./runner.ts";
import { SCENARIOS } from "./scenarios/index.ts";
import { ON_OLDER_PI } from "./scenarios/older_pi.ts";

const filter = process.argv[2]?.toLowerCase() ?? "";
const has = (title: string): boolean => title.toLowerCase().includes(filter);
const all = [...SCENARIOS.map((scenario) => ({ scenario, pi: PI })), ...ON_OLDER_PI];
const chosen = all.filter((one) => has(titleOf(one)));
const onApis = [PI, OLDER_PI].map((pi) => ({ pi, parts: PARTS.filter((part) => has(partTitle(part, pi))) }));
if (chosen.length === 0 && onApis.every(({ parts }) => parts.length === 0)) {
  const titles = [...all.map(titleOf), ...PARTS.map((part) => partTitle(part, PI))];
  console.error(`no scenario has "${filter}" in its name; there are:\n${titles.map((title) => `  ${title}`).join("\n")}`);
  process.exit(2);
}
const { passed, failed, skipped } = await playAll(chosen);
const total = { passed, failed };
for (const { pi, parts } of onApis) {
  if (parts.length === 0) continue;
  const played = await playApis(pi, parts);
  total.passed += played.passed;
  total.failed += played.failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
