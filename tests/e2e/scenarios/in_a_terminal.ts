// pi's terminal UI as a person sees it: what completes, what is picked, what a repaired call looks like.
import assert from "node:assert/strict";
import { call, type Step } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const PICKED = { provider: "helper", id: "helper-1" };
const OFFER = "none: only rules repair";

export const tuiCommands: Scenario = {
  name: "tui: words complete, Enter runs a whole one, a model is picked from a list, Esc picks none",
  tui: true,
  main: [],
  helper: [],
  async play(stage) {
    await stage.tui(async (pi) => {
      await pi.type("/toolrecovery ");
      await pi.shows(/→ on +repair tool calls; here: in this session$/m);
      await pi.type("ru");
      await pi.shows(/→ rule +switch a rule/);
      await pi.type("le rename-t");
      await pi.shows(/→ rename-typo +\{"contnet": "a"\} → /);
      await pi.press("Enter"); // takes the word
      await pi.type(" o");
      await pi.shows(/^ {2}on +repair them$/m);
      await pi.press("Down", "Enter");
      await pi.hides("→ on");
      await pi.press("Enter");
      await pi.shows("rename-typo is on");

      await pi.type("/toolrecovery stat");
      await pi.shows(/→ status/);
      await pi.type("us");
      await pi.hides(/→/);
      await pi.press("Enter"); // runs it: nothing is left to complete
      await pi.shows(/toolrecovery is on \(mode repair/);
      await pi.say("/toolrecovery mode observe");
      await pi.shows(/^toolrecovery observing$/m);
      await pi.type("/toolrecovery mode r");
      await pi.shows(/→ repair/);
      await pi.press("Tab", "Enter");
      await pi.hides(/^toolrecovery observing$/m);

      await pi.say("/toolrecovery-model");
      await pi.shows(`${OFFER} (current)`);
      await pi.press("Escape");
      await pi.hides(OFFER);
      assert.equal(stage.config()["model"], undefined, "the picked model after Esc");
      await pi.say("/toolrecovery-model");
      const offered = (await pi.shows(OFFER)).match(/^[ →]*(mock\/main-1|helper\/helper-1|none: .*)$/gm) ?? [];
      stage.note(`offered: ${offered.map((line) => line.trim()).join(" | ")}`);
      for (const line of offered.slice(1, offered.findIndex((each) => each.includes("helper/")) + 1)) {
        await pi.press("Down");
        await pi.shows(`→ ${line.trim()}`);
      }
      await pi.press("Enter");
      await pi.shows("recovery model: helper/helper-1");
    });
  },
  check(stage) {
    assert.deepEqual(stage.config()["model"], PICKED);
    assert.deepEqual(stage.runs.map((run) => run.code), [0]);
    assert.equal(stage.main.requests.length, 0, "requests to the main model");
  },
};

const slip = (at: number): Step => ({ calls: [call("bash", { cmd: `echo ${at}` })] });

export const tuiRepairs: Scenario = {
  name: "tui: a repaired call is shown as it runs, and counted; a wait for a recovery model is explained; why shows a diff",
  tui: true,
  main: [
    { calls: [call("write", { path: "valid.txt", content: "hello world" })] },
    { text: "That was valid." },
    { ...slip(1), held: true },
    slip(2),
    slip(3),
    { text: "Three slips." },
    { calls: [call("write", { alpha: "asked.txt", beta: "good bye" })] },
    { text: "That was odd." },
  ],
  recovery: [{ call: { toolName: "write", args: { path: "$1", content: "$2" } }, held: true }],
  config: { verbose: true, notes: "first", journal: "full" },
  async play(stage) {
    await stage.tui(async (pi) => {
      await pi.say("Write.");
      assert.doesNotMatch(await pi.shows("That was valid."), /⚒/, "a sign of repair before the first one");

      await pi.say("Write again.");
      await pi.shows(/^ \$ \.\.\.$/m); // while the call still comes in, pi cannot tell what it runs
      (await stage.main.arrival(3)).letGo();
      await pi.shows("Three slips.");
      const screen = await pi.shows(/^⚒ 3 repaired$/m);
      assert.deepEqual(screen.match(/^ \$ .*$/gm), [" $ echo 1", " $ echo 2", " $ echo 3"]);
      assert.equal(screen.match(/^ ⚒ bash: cmd → command$/gm)?.length, 3, "lines about repairs");
      assert.equal(screen.match(/^ note: cmd was read as command$/gm)?.length, 2, "notes, the first two times");

      await pi.say("Write oddly.");
      await pi.shows(/^toolrecovery asks fixer-1 about a broken call, 20 s at most; Esc stops it$/m);
      (await stage.recovery?.arrival(1))?.letGo();
      await pi.shows("That was odd.");
      await pi.shows(/^⚒ 4 repaired$/m);
      assert.match(await pi.hides("Esc stops it"), /^ write asked\.txt$/m);

      await pi.say("/toolrecovery why");
      await pi.shows(/^ *- alpha: "asked\.txt"\n *- beta: "good bye"\n *\+ path: "asked\.txt"\n *\+ content: "good bye"$/m);
      const drawn = await pi.colours();
      const before = (text: string): string | undefined => drawn.split(text)[0]?.match(/\x1b\[[\d;]*m/g)?.at(-1);
      stage.note(`colours of the diff: ${JSON.stringify([before("- alpha"), before("+ path"), before("by recovery")])}`);
      assert.equal(new Set([before("- alpha"), before("+ path"), before("by recovery")]).size, 3, "colours of what was, what came, the rest");
      await pi.say("/toolrecovery status");
      await pi.shows("repaired in this session: 4 (1 by recovery, 3 by rules)");
      await pi.say("/toolrecovery log");
      await pi.shows(/^ #\d+ {2}[\d:-]+ {2}repaired {2}bash: cmd → command$/m);
    });
  },
  check(stage) {
    assert.equal(stage.file("asked.txt"), "good bye");
    assert.deepEqual(stage.runs.map((run) => run.code), [0]);
  },
};
