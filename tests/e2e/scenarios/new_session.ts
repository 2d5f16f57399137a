// A new session in the same pi: the bridge starts anew, and repairs go on.
import assert from "node:assert/strict";
import { call, type Step } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const slip = (name: string): Step[] => [
  { calls: [call("write", { filename: name, content: `content of ${name}` })] },
  { text: "Written." },
];

export const newSession: Scenario = {
  name: "rpc: repairs go on after a new session",
  main: [...slip("first.txt"), ...slip("second.txt"), ...slip("third.txt")],
  async play(stage) {
    await stage.rpc(async (pi) => {
      const session = async (): Promise<unknown> => (await pi.ask({ type: "get_state" })).data?.["sessionId"];
      await pi.prompt("Write the first.");
      const before = await session();
      await pi.ask({ type: "new_session" });
      assert.notEqual(await session(), before, "the session is a new one");
      await pi.prompt("Write the second.");
      await pi.ask({ type: "new_session" });
      await pi.prompt("Write the third.");
    });
  },
  check(stage) {
    assert.equal(stage.runs[0]?.code, 0);
    for (const name of ["first.txt", "second.txt", "third.txt"]) assert.equal(stage.file(name), `content of ${name}`);
    assert.equal(stage.main.requests.length, 6, "requests to the main model");
  },
};
