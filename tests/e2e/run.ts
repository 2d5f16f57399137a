// The end-to-end proof: `node tests/e2e/run.ts [part of a scenario's name]`.
import { playAll } from "./runner.ts";
import { SCENARIOS } from "./scenarios/index.ts";

const filter = process.argv[2]?.toLowerCase() ?? "";
const chosen = SCENARIOS.filter((scenario) => scenario.name.toLowerCase().includes(filter));
if (chosen.length === 0) {
  console.error(`no scenario has "${filter}" in its name; there are:\n${SCENARIOS.map(({ name }) => `  ${name}`).join("\n")}`);
  process.exit(2);
}
process.exitCode = (await playAll(chosen)) > 0 ? 1 : 0;
