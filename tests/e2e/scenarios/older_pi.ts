// What is played on the older pi: all that has to do with pi itself. What cannot be is here with what holds instead.
import { OLDER_PI } from "../pis.ts";
import type { Performance } from "../runner.ts";
import type { Scenario } from "../scenario.ts";
import { answerByReference } from "./ambiguous_write.ts";
import { emptyResult, sameCallAgain, survivingHints } from "./explained_errors.ts";
import { explainedRepair } from "./explained_repair.ts";
import { RECOVERY, SCENARIOS } from "./index.ts";
import { emptiesContent, inventsCommand, inventsPath } from "./inventing_recovery.ts";
import { leakByModel, leakStripped } from "./leaked_call.ts";
import { truncatedArguments } from "./malformed_arguments.ts";
import { phantomOff } from "./phantom.ts";
import { fencedExample, quotedFile, quotedPrompt } from "./quoted_leak.ts";
import { scriptAsText, scripted, searchedTool } from "./reached_tools.ts";
import { tuiTold } from "./told.ts";
import { toolFailsAgain, toolFindsNothing, toolHints } from "./tool_errors.ts";

/** What the older pi lacks, and what is played there in its place. */
interface Absent {
  scenario: Scenario;
  reason: string;
  instead?: Scenario;
}

export const ABSENT: readonly Absent[] = [
  { scenario: sameCallAgain, reason: "no MCP client", instead: toolFailsAgain },
  { scenario: survivingHints, reason: "no MCP client", instead: toolHints },
  { scenario: emptyResult, reason: "no MCP client", instead: toolFindsNothing },
  { scenario: searchedTool, reason: "no MCP client, no tools that are searched for" },
  { scenario: tuiTold, reason: "no drawing of other tools' results" },
  { scenario: scripted, reason: "no codemode" },
  { scenario: scriptAsText, reason: "no codemode", instead: truncatedArguments },
];

/** Decided by the sidecar alone, or between it and another server: pi has no part in what differs. */
const WITHOUT_PI: readonly Scenario[] = [
  ...RECOVERY,
  answerByReference,
  inventsCommand,
  inventsPath,
  emptiesContent,
  explainedRepair,
  leakByModel,
  leakStripped,
  fencedExample,
  quotedFile,
  quotedPrompt,
  phantomOff,
];

const left = new Set([...ABSENT.map(({ scenario }) => scenario), ...WITHOUT_PI]);
const kept = SCENARIOS.filter((scenario) => !left.has(scenario));
const instead = ABSENT.flatMap((absent) => absent.instead ?? []).filter((scenario) => !kept.includes(scenario));

export const ON_OLDER_PI: readonly Performance[] = [...kept, ...instead].map((scenario) => ({ scenario, pi: OLDER_PI }));
