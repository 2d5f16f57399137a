// A turn that stopped for tools and holds none: the model is asked again, with a note the person does not see.
import assert from "node:assert/strict";
import { conversation, sentCalls, textOf } from "../evidence.ts";
import { call, type Step } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const EMPTY: Step = { finish: "tool_calls" };
const WANTED = { path: "abc.txt", content: "hello world" };

export const phantom: Scenario = {
  name: "a turn that stopped for tools and holds none is continued",
  main: [EMPTY, { calls: [call("write", WANTED)] }, { text: "Written." }],
  check(stage) {
    assert.equal(stage.main.requests.length, 3, "requests to the main model");
    const [asked, ...rest] = conversation(stage.main.requests[1]);
    assert.equal(asked?.role, "user");
    assert.deepEqual(rest, [], "no empty turn, and no message for the note: it joins the prompt");
    assert.match(textOf(asked.content), /^Do what you were asked to do\..*Make the call now\./s);
    stage.note(`the model was told: ${textOf(asked.content)}`);
    assert.equal(stage.file("abc.txt"), WANTED.content);
    assert.deepEqual(sentCalls(stage.main.requests[2]).map((one) => one.args), [WANTED]);
    assert.equal(stage.runs[0]?.stdout.trim(), "Written.");
  },
};

export const phantomAgain: Scenario = {
  name: "phantom turns in a row are continued twice, then the run ends",
  main: [EMPTY, EMPTY, EMPTY],
  check: (stage) => assert.equal(stage.main.requests.length, 3, "requests to the main model"),
};

export const phantomOff: Scenario = {
  name: "phantom turns are left alone where that is configured",
  main: [EMPTY],
  config: { phantom: "off" },
  check: (stage) => assert.equal(stage.main.requests.length, 1, "requests to the main model"),
};
