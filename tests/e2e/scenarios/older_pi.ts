// What is played on the older pi: all that has to do with pi itself. What cannot be is here with what holds instead.
import { OLDER_PI } from "../pis.ts";
import type { Performance } from "../runner.ts";
import type { Scenario } from "../scenario.ts";
import { emptyResult, sameCallAgain, survivingHints } from "./explained_errors.ts";
import { ENGINE, GRAMMAR, INTERCEPTION, PICKED, RECOVERY, REQUESTS, RESULTS } from "./index.ts";
import { learnedAcross, learnedFails, learnedOnce } from "./learned.ts";
import { observedRecovery } from "./recovery_answers.ts";

interface Absent {
  scenario: Scenario;
  /** What the older pi lacks. */
  reason: string;
  /** What is played there in its place. */
  instead?: Scenario;
}

export const ABSENT: readonly Absent[] = [
  { scenario: sameCallAgain, reason: "no MCP client" },
  { scenario: survivingHints, reason: "no MCP client" },
  { scenario: emptyResult, reason: "no MCP client" },
];

/** Between the sidecar and another server: pi has no part in it. */
const WITHOUT_PI = RECOVERY.filter((scenario) => ![learnedOnce, learnedAcross, learnedFails, observedRecovery].includes(scenario));

const left = new Set([...ABSENT.map(({ scenario }) => scenario), ...WITHOUT_PI]);
const kept = [...INTERCEPTION, ...ENGINE, ...RECOVERY, ...GRAMMAR, ...RESULTS, ...PICKED, ...REQUESTS].filter((scenario) => !left.has(scenario));
const instead = ABSENT.flatMap((absent) => (absent.instead ? [absent.instead] : []));

export const ON_OLDER_PI: readonly Performance[] = [...kept, ...instead].map((scenario) => ({ scenario, pi: OLDER_PI }));
