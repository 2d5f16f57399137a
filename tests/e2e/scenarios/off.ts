// Switched off: the session is what pi alone would have made of it.
import assert from "node:assert/strict";
import { conversation, sentResults } from "../evidence.ts";
import { call, type Step } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

const DIALOGUE: Step[] = [
  { calls: [call("write", { filename: "abc.txt", content: "hello world" })] },
  { calls: [call("write", { alpha: "abc.txt", beta: "hello world" })] },
  { text: "I give up." },
];

/** Plays the same dialogue on pi alone and on pi with the extension; the ids of calls come from the request's number. */
async function twice(stage: Stage): Promise<void> {
  await stage.print("Write it.", { bare: true });
  await stage.print("Write it.");
}

function lastConversation(stage: Stage, count: number): unknown {
  const sent = JSON.stringify(conversation(stage.main.requests[count - 1]));
  return JSON.parse(sent.replaceAll(/call_\d+_/g, "call_"));
}

export function sameAsPiAlone(stage: Stage, steps: number): void {
  assert.equal(stage.main.requests.length, 2 * steps, "requests to the main model");
  assert.deepEqual(lastConversation(stage, 2 * steps), lastConversation(stage, steps));
  assert.deepEqual(stage.runs.slice(0, 2).map((run) => run.code), [0, 0]);
  assert.equal(stage.runs[1]?.stdout, stage.runs[0]?.stdout);
  stage.note(`conversation of ${conversation(stage.main.requests.at(-1)).length} messages: the same as with pi alone`);
}

export const off: Scenario = {
  name: "switched off: nothing changes",
  main: [...DIALOGUE, ...DIALOGUE],
  recovery: [{ call: { toolName: "write", args: { path: "abc.txt", content: "hello world" } } }],
  config: { enabled: false },
  play: twice,
  check(stage) {
    sameAsPiAlone(stage, DIALOGUE.length);
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    for (const result of sentResults(stage.main.requests.at(-1))) assert.match(result, /^Validation failed/);
  },
};
