// `/toolrecovery …` in print mode: answered on the real stdout, without a model, and remembered.
import assert from "node:assert/strict";
import type { Scenario } from "../scenario.ts";

export const commands: Scenario = {
  name: "/toolrecovery off, status and on reach stdout and tool-recovery.json",
  main: [],
  config: { ofAnotherVersion: { kept: true } },
  async play(stage) {
    const say = async (word: string): Promise<string> => {
      const command = `/toolrecovery ${word}`;
      const run = await stage.print(command);
      assert.equal(run.code, 0, `exit code of ${command}`);
      stage.note(`${command} → ${run.stdout.trim().split("\n").join(" | ")}`);
      return run.stdout;
    };
    assert.match(await say("off"), /\boff\b/i);
    assert.equal(stage.config()["enabled"], false);
    assert.match(await say("status"), /\boff\b/i);
    assert.match(await say("on"), /\bon\b/i);
    assert.equal(stage.config()["enabled"], true);
  },
  check(stage) {
    assert.deepEqual(stage.config()["ofAnotherVersion"], { kept: true }, "a key of another version");
    assert.equal(stage.main.requests.length, 0, "requests to the main model");
  },
};

export const commandsRpc: Scenario = {
  name: "rpc: /toolrecovery is listed, answers with a notice, and takes effect at once",
  main: [
    { calls: [{ name: "write", args: '{"filename": "abc.txt", "content": "one"}' }] },
    { text: "That failed." },
    { calls: [{ name: "write", args: '{"filename": "abc.txt", "content": "two"}' }] },
    { text: "Written." },
  ],
  async play(stage) {
    await stage.rpc(async (pi) => {
      const listed = JSON.stringify((await pi.ask({ type: "get_commands" })).data);
      assert.match(listed, /"toolrecovery"/);
      await pi.prompt("/toolrecovery status");
      await pi.prompt("/toolrecovery off");
      await pi.prompt("Write one.");
      await pi.prompt("/toolrecovery"); // without a word it toggles
      await pi.prompt("Write two.");
      const notices = pi.notices.filter((notice) => notice["method"] === "notify");
      for (const { message } of notices) stage.note(`notice: ${String(message).split("\n").join(" | ")}`);
      assert.equal(notices.length, 3, "notices");
    });
  },
  check(stage) {
    assert.equal(stage.file("abc.txt"), "two");
    assert.match(JSON.stringify(stage.main.requests[1]?.body.messages), /Validation failed/);
  },
};
