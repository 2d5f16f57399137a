// The recovery model never answers; the person presses stop.
import assert from "node:assert/strict";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const CEILING_MS = 1_000; // what a person takes for at once; without an abort it would be the 20 s of the recovery deadline

export const abort: Scenario = {
  name: "rpc: an abort takes effect within a second while the recovery server hangs",
  main: [{ calls: [call("write", { alpha: "abc.txt", beta: "hello world" })] }, { text: "Here I am." }],
  recovery: [{ hang: true }],
  async play(stage) {
    await stage.rpc(async (pi) => {
      await pi.ask({ type: "prompt", message: "Write it." });
      const asked = await stage.recovery?.arrival(1);
      assert.ok(asked);
      const started = performance.now();
      await pi.ask({ type: "abort" });
      await pi.next("agent_settled");
      const took = Math.round(performance.now() - started);
      await stage.recovery?.hangUp(asked);
      stage.note(`from abort to settled: ${took} ms; the recovery request was closed unanswered`);
      assert.ok(took < CEILING_MS, `the abort took ${took} ms`);
      await pi.prompt("Are you there?");
    });
  },
  check(stage) {
    assert.equal(stage.runs[0]?.code, 0);
    assert.equal(stage.recovery?.requests.length, 1, "requests to recovery");
    assert.equal(stage.main.requests.length, 2, "requests to the main model: one before the abort, one after");
  },
};
