// What a recovery model says, and how: other APIs, wrapped answers, busy, broken, silent and babbling servers.
import assert from "node:assert/strict";
import { fileSizes, sentCalls, sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import { RECOVERY_KEY } from "../recovery_server.ts";
import type { Scenario, Stage } from "../scenario.ts";

const SENT = { alpha: "abc.txt", beta: "hello world\n" };
const WANTED = { path: "abc.txt", content: "hello world\n" };
const RIGHT = { toolName: "write", args: WANTED };
const REFERENCES = JSON.stringify({ toolName: "write", args: { path: "$1", content: "$2" } });

const main = [{ calls: [call("write", SENT)] }, { text: "I see." }];

function recovered(stage: Stage, requests: number): void {
  assert.equal(stage.file("abc.txt"), WANTED.content);
  assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: WANTED }]);
  assert.equal(stage.recovery?.requests.length, requests, "requests to recovery");
}

/** pi's own error reached the model, nothing ran, and stderr holds so many lines about it. */
function leftAlone(stage: Stage, requests: number, said?: RegExp): void {
  assert.deepEqual(fileSizes(stage.place.work), [], "files in the work directory");
  assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: SENT }]);
  assert.match(sentResults(stage.main.requests[1]).join(), /^Validation failed for tool "write"/);
  assert.equal(stage.recovery?.requests.length, requests, "requests to recovery");
  const lines = (stage.runs[0]?.stderr ?? "").split("\n").filter((line) => line.includes("recovery"));
  assert.equal(lines.length, said ? 1 : 0, "lines on stderr about recovery");
  if (said) assert.match(lines[0] ?? "", said);
  stage.note(`pi's stderr: ${lines[0] ?? "nothing"}`);
}

export const anthropicShape: Scenario = {
  name: "a recovery model behind the Anthropic API",
  main,
  recovery: [{ call: { toolName: "write", args: { path: "$1", content: "$2" } } }],
  env: { TOOLRECOVERY_API: "anthropic-messages" },
  check(stage) {
    recovered(stage, 1);
    const [asked] = stage.recovery?.requests ?? [];
    assert.equal(asked?.path, "/v1/messages");
    assert.equal(asked?.headers["x-api-key"], RECOVERY_KEY);
    assert.equal(asked?.headers.authorization, undefined);
    assert.equal((asked?.body["tool_choice"] as { type?: string } | undefined)?.type, "tool");
  },
};

const WRAPPINGS: Readonly<Record<string, string>> = {
  "in a fence": `Here is the corrected call:\n\n\`\`\`json\n${REFERENCES}\n\`\`\`\n`,
  "in prose": `The model meant ${REFERENCES} and nothing else.`,
  "after <think>": `<think>Perhaps {"toolName": "bash", "args": {"command": "id"}}?</think>\n${REFERENCES}`,
};

export const wrappedAnswers: readonly Scenario[] = Object.entries(WRAPPINGS).map(([how, content]) => ({
  name: `a recovery model's answer ${how} is read`,
  main,
  recovery: [{ content }],
  check: (stage) => recovered(stage, 1),
}));

export const busyRecovery: Scenario = {
  name: "a busy recovery server (429, Retry-After) is asked once more",
  main,
  recovery: [{ status: 429, headers: { "retry-after": "1" } }, { call: RIGHT }],
  check: (stage) => recovered(stage, 2),
};

export const brokenRecovery: Scenario = {
  name: "a broken recovery server (500): asked once more, then pi's own error, said once",
  main,
  recovery: [{ status: 500 }, { status: 500 }],
  check: (stage) => leftAlone(stage, 2, /HTTP status 500/),
};

export const silentRecovery: Scenario = {
  name: "a recovery server that hangs: pi's own error at the configured deadline",
  main,
  recovery: [{ hang: true }],
  config: { recovery: { deadlineS: 4 } },
  async check(stage) {
    leftAlone(stage, 1, /no answer in time/);
    const asked = await stage.recovery?.arrival(1);
    assert.ok(asked);
    await stage.recovery?.hangUp(asked);
    stage.note("the request was closed unanswered");
  },
};

export const babblingRecovery: Scenario = {
  name: "a recovery model that babbles is told why once, then the call is left alone",
  main,
  recovery: [{ content: "I would rather talk about the weather." }],
  check(stage) {
    leftAlone(stage, 2);
    assert.match(JSON.stringify(stage.recovery?.requests[1]?.body), /previous answer was refused: the answer holds no tool call/);
  },
};

export const observedRecovery: Scenario = {
  name: "mode observe with a recovery model: nobody is asked, nothing changes",
  main,
  recovery: [{ call: RIGHT }],
  config: { mode: "observe" },
  check: (stage) => leftAlone(stage, 0),
};
