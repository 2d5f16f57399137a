// What was repaired is explained afterwards: in the session, in the next one, and without the values.
import assert from "node:assert/strict";
import { filesHolding } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

const SECRET = "words that nobody else reads";
const SLIP = [{ calls: [call("write", { filename: "abc.txt", content: SECRET })] }, { text: "Written." }];

const say = async (stage: Stage, words: string): Promise<string> => {
  const run = await stage.print(`/toolrecovery ${words}`);
  stage.note(`${words} → ${run.stdout.trim().split("\n").join(" | ")}`);
  return run.stdout;
};

export const explainedRepair: Scenario = {
  name: "a repair is explained in later sessions without its values, and undone for that tool",
  main: [...SLIP, ...SLIP],
  config: { verbose: true },
  async play(stage) {
    const run = await stage.print("Write it.");
    assert.deepEqual(run.stderr.match(/⚒.*/g), ["⚒ write: filename → path"], "what verbose says, on stderr");
    assert.equal(run.stdout.trim(), "Written.");
    const why = await say(stage, "why 1");
    assert.match(why, /^- filename: "text\(7\)"$/m);
    assert.match(why, /^\+ path: "text\(7\)"$/m);
    assert.match(why, /^by rules: rename-key, /m);
    assert.match(why, /^pi said \(invalid\): path: (missing|must have required properties path)$/m);
    assert.match(await say(stage, "undo 1"), /^rename-key is off for write/);
    await stage.print("Write it again.");
    assert.match(await say(stage, "log 1"), /left alone/);
  },
  check(stage) {
    const { tools } = stage.config();
    assert.deepEqual(tools, { write: { rules: { "rename-key": false } } });
    assert.match(JSON.stringify(stage.main.requests.at(-1)?.body.messages), /Validation failed/);
    assert.deepEqual(filesHolding(stage.place.home, SECRET), [], "files of ours that hold the content");
  },
};
