// Says what a scenario was seen to do: a few facts where it passed, all the evidence where it did not.
import { fileSizes, sessionMessages } from "./evidence.ts";
import type { ScriptedServer } from "./http_script.ts";
import type { Stage } from "./scenario.ts";

const STDERR_LINES = 30;
const LINE_LENGTH = 600;

export function facts(stage: Stage): string[] {
  const files = fileSizes(stage.place.work).map(({ name, bytes }) => `file ${name}: ${bytes} bytes`);
  return [
    `pi runs: ${stage.runs.length}, exit codes: ${stage.runs.map((run) => run.code).join(", ")}`,
    `requests to the main model: ${stage.main.requests.length}`,
    ...(stage.recovery ? [`requests to recovery: ${stage.recovery.requests.length}`] : []),
    ...files,
    ...stage.facts,
  ];
}

export function evidence(stage: Stage): string[] {
  const runs = stage.runs.flatMap((run, number) => [
    ...section(`stdout of run ${number + 1}`, tail(run.stdout)),
    ...section(`stderr of run ${number + 1}`, tail(run.stderr)),
  ]);
  return [
    ...runs,
    ...section("session file", messages(sessionMessages(stage.place))),
    ...section("requests to the main model", exchanges(stage.main)),
    ...section("requests to recovery", stage.recovery ? exchanges(stage.recovery) : []),
  ];
}

function exchanges(server: ScriptedServer): string[] {
  return server.requests.flatMap(({ body }, number) => [`request ${number + 1}`, ...messages(body.messages ?? [])]);
}

function messages(list: readonly { role: string; content?: unknown; tool_calls?: unknown }[]): string[] {
  const told = list.filter(({ role }) => role !== "system");
  return told.map(({ role, content, tool_calls }) => `${role}: ${JSON.stringify(tool_calls ? { content, tool_calls } : content)}`);
}

function tail(text: string): string[] {
  return text.trimEnd().split("\n").slice(-STDERR_LINES).filter((line) => line !== "");
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [`${title}: none`];
  return [`${title}:`, ...lines.map((line) => `  ${line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)} …` : line}`)];
}
