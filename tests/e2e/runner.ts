// Plays scenarios three at a time and prints each one when it ends.
import assert from "node:assert/strict";
import { styleText } from "node:util";
import { filesHolding } from "./evidence.ts";
import type { Pi } from "./pis.ts";
import { RECOVERY_KEY } from "./recovery_server.ts";
import { evidence, facts } from "./report.ts";
import { obstacle, type Scenario, Stage } from "./scenario.ts";

const AT_ONCE = 3;
const SCENARIO_DEADLINE_MS = 60_000; // only for a pi that hangs: it is killed, and the scenario fails with its evidence
// How the bridge begins what it says when there is no sidecar to ask: an unchanged message proves nothing then.
const TROUBLE = /toolrecovery (found no|left a message|is off for|could not|cannot)/;

/** A scenario and the pi that it is played on. */
export interface Performance {
  scenario: Scenario;
  pi: Pi;
}

export const titleOf = ({ scenario, pi }: Performance): string => `${scenario.name}, pi ${pi.version}`;

export async function playAll(performances: readonly Performance[]): Promise<{ passed: number; failed: number; skipped: number }> {
  const waiting = [...performances];
  const count = { passed: 0, failed: 0, skipped: 0 };
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) count[await play(one)]++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return count;
}

async function play(one: Performance): Promise<"passed" | "failed" | "skipped"> {
  const { scenario, pi } = one;
  const missing = obstacle(scenario);
  if (missing) {
    console.log(`${styleText("yellow", "skipped")} ${titleOf(one)}: ${missing}`);
    return "skipped";
  }
  const started = performance.now();
  const stage = await Stage.set(scenario, pi);
  let failure: unknown;
  try {
    await withinDeadline(perform(scenario, stage), scenario.deadlineMs ?? SCENARIO_DEADLINE_MS);
  } catch (error) {
    failure = error;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mark = failure ? styleText("red", "FAILED") : styleText("green", "ok");
  const details = failure ? [String((failure as Error).stack ?? failure), ...facts(stage), ...evidence(stage)] : facts(stage);
  console.log([`${mark} ${titleOf(one)} (${seconds} s)`, ...details.flatMap(indented)].join("\n"));
  await stage.clear();
  return failure ? "failed" : "passed";
}

async function perform(scenario: Scenario, stage: Stage): Promise<void> {
  if (scenario.play) await scenario.play(stage);
  else assert.equal((await stage.print("Do what you were asked to do.")).code, 0, "pi's exit code");
  await scenario.check(stage);
  const said = stage.runs.map((run) => run.stdout + run.stderr).join("\n");
  assert.equal(TROUBLE.test(said), scenario.troubled ?? false, "the extension speaks of trouble of its own");
  assert.ok(!said.includes(RECOVERY_KEY), "the recovery key was printed");
  assert.deepEqual(filesHolding(stage.place.root, RECOVERY_KEY), [], "files that hold the recovery key");
  const told = stage.main.requests.map((exchange) => JSON.stringify([exchange.headers, exchange.body])).join("\n");
  assert.ok(!told.includes(RECOVERY_KEY), "the main model was told the recovery key");
  for (const { body } of stage.recovery?.requests ?? []) {
    assert.ok(!JSON.stringify(body).includes(RECOVERY_KEY), "the recovery key stands in a prompt");
  }
}

async function withinDeadline(work: Promise<void>, deadlineMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${deadlineMs / 1000} s`)), deadlineMs);
  });
  await Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `    ${line}`);
}
