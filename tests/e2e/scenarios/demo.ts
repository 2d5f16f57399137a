// /toolrecovery demo: three broken calls, before and after, with pi's own verdict; nothing of them happens.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const BEFORE = /^ *- (write|edit|functions\.Bash) /gm;
const AFTER = /^ *\+ (write \{"path"|edit \{"path"|bash \{"command")/gm;
const RUNS = /pi runs it; repaired by /g;
const REJECTED = /pi alone: rejects it: /g;

const counted = (text: string): number[] => [BEFORE, REJECTED, AFTER, RUNS].map((pattern) => text.match(pattern)?.length ?? 0);

export const demoPrinted: Scenario = {
  name: "demo in print mode: three calls before and after; no model is asked, nothing is run, counted or kept",
  main: [],
  async play(stage) {
    const { stdout, code } = await stage.print("/toolrecovery demo");
    assert.equal(code, 0);
    assert.deepEqual(counted(stdout), [3, 3, 3, 3], stdout);
    assert.doesNotMatch(stdout, /\x1b/, "no colours where it is no terminal");
    assert.match((await stage.print("/toolrecovery stats")).stdout, /nothing|no /i);
    await stage.print("/toolrecovery rule rename-key off");
    const without = (await stage.print("/toolrecovery demo")).stdout;
    assert.match(without, /^    left alone: switched off: rename-key$/m);
    await stage.print("/toolrecovery off");
    const off = (await stage.print("/toolrecovery demo")).stdout;
    assert.deepEqual(counted(off), [3, 3, 0, 0]);
    assert.match(off, /^toolrecovery off: /m);
    for (const line of stdout.trim().split("\n")) stage.note(line);
  },
  check(stage) {
    assert.deepEqual(readdirSync(stage.place.work), []);
    assert.equal(stage.main.requests.length, 0, "requests to the main model");
  },
};

export const tuiDemo: Scenario = {
  name: "tui: demo in colour, also in the middle of a session, whose own calls are repaired after it",
  tui: true,
  main: [{ calls: [call("write", { filename: "a.txt", content: "a" })] }, { text: "One." }, { calls: [call("write", { filename: "b.txt", content: "b" })] }, { text: "Two." }],
  async play(stage) {
    await stage.tui(async (pi) => {
      await pi.say("One.");
      await pi.shows(/^⚒ 1 repaired$/m);
      await pi.say("/toolrecovery demo");
      const screen = await pi.shows(/This happens to every call/);
      assert.deepEqual(counted(screen), [3, 3, 3, 3], screen);
      const drawn = await pi.colours();
      const before = (text: string): string | undefined => drawn.split(text)[0]?.match(/\x1b\[[\d;]*m/g)?.at(-1);
      assert.equal(new Set([before("- functions.Bash"), before("+ bash"), before("pi alone")]).size, 3, "colours");
      await pi.say("Two.");
      await pi.shows(/^⚒ 2 repaired$/m);
    });
  },
  check(stage) {
    assert.deepEqual(readdirSync(stage.place.work).toSorted(), ["a.txt", "b.txt"]);
  },
};
