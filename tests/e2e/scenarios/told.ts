// What the model was told about an error: a folded line under the result, the whole text where results are expanded.
import assert from "node:assert/strict";
import { sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const FOLDED = /^ *⚒ what the model was told \(ctrl\+o to expand\)$/gm;
const UNFOLDED = /^ *⚒ what the model was told:$/gm;

export const tuiTold: Scenario = {
  name: "tui: what was added to an error for the model is one folded line below it, also after a resume",
  tui: true,
  files: { "poem.txt": "Roses are red,\nviolets are blue.\n" },
  main: [
    {
      calls: [
        call("write", { something: "else" }),
        call("launch_rocket", { to: "moon" }),
        call("edit", { path: "poem.txt", edits: [{ oldText: "violets are green.", newText: "violets are white." }] }),
        call("bash", { command: "echo fine" }),
      ],
    },
    { text: "All of that failed." },
  ],
  async play(stage) {
    await stage.tui(async (pi) => {
      await pi.say("Try.");
      await pi.shows("All of that failed.");
      const screen = await pi.shows(/⚒ what/);
      assert.equal(screen.match(FOLDED)?.length, 3, screen);
      assert.doesNotMatch(screen, /violets are blue\./);
      assert.match(screen, /Could not find the exact text/);
      await pi.press("C-o");
      const unfolded = await pi.shows(/violets are blue\./);
      assert.equal(unfolded.match(UNFOLDED)?.length, 3);
      assert.match(unfolded, /A valid shape: /);
      assert.match(unfolded, /launch_rocket/);
    });
    await stage.tui(async (pi) => {
      const screen = await pi.shows("All of that failed.");
      assert.equal(screen.match(FOLDED)?.length, 3, "after the resume");
      await pi.press("C-o");
      assert.match(await pi.shows(/violets are blue\./), /A valid shape: /);
    }, { args: ["-c"] });
  },
  check(stage) {
    const [, , missed = ""] = sentResults(stage.main.requests[1]);
    assert.match(missed, /violets are blue\./);
  },
};
