// The end-to-end proof: `node tests/e2e/run.ts [part of a scenario's name, or of pi's version]`.
import "../empty_home.mjs";
import { PI } from "./pis.ts";
import { playAll, titleOf } from "./runner.ts";
import { SCENARIOS } from "./scenarios/index.ts";
import { ON_OLDER_PI } from "./scenarios/older_pi.ts";

const filter = process.argv[2]?.toLowerCase() ?? "";
const all = [...SCENARIOS.map((scenario) => ({ scenario, pi: PI })), ...ON_OLDER_PI];
const chosen = all.filter((one) => titleOf(one).toLowerCase().includes(filter));
if (chosen.length === 0) {
  console.error(`no scenario has "${filter}" in its name; there are:\n${all.map((one) => `  ${titleOf(one)}`).join("\n")}`);
  process.exit(2);
}
process.exitCode = (await playAll(chosen)) > 0 ? 1 : 0;
