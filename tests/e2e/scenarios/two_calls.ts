// Two calls in one message, one of them broken: both run, in order, under their own ids.
import assert from "node:assert/strict";
import { sentCalls, sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

export const twoCalls: Scenario = {
  name: "two calls of which one is bad: both run under their own ids",
  main: [
    {
      text: "Both at once.",
      calls: [
        { ...call("write", { path: "good.txt", content: "good" }), id: "call_good" },
        { ...call("write", { file_path: "bad.txt", content: "mended" }), id: "call_bad" },
      ],
    },
    { text: "Done." },
  ],
  recovery: [],
  check(stage) {
    assert.equal(stage.file("good.txt"), "good");
    assert.equal(stage.file("bad.txt"), "mended");
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    assert.deepEqual(sentCalls(stage.main.requests[1]), [
      { id: "call_good", name: "write", args: { path: "good.txt", content: "good" } },
      { id: "call_bad", name: "write", args: { path: "bad.txt", content: "mended" } },
    ]);
    assert.equal(sentResults(stage.main.requests[1]).length, 2, "tool results");
  },
};
