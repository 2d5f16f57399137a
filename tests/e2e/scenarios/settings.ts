// /toolrecovery settings: a page that the arrow keys change, and the same as text where pi has no pages.
import assert from "node:assert/strict";
import type { Scenario } from "../scenario.ts";

export const tuiSettings: Scenario = {
  name: "tui: settings are a page; arrow keys choose and change, Esc leaves",
  tui: true,
  main: [],
  async play(stage) {
    await stage.tui(async (pi) => {
      await pi.say("/toolrecovery settings");
      await pi.shows(/^→ enabled +on$/m);
      await pi.press("Down");
      await pi.shows(/^→ mode +repair$/m);
      await pi.press("Right");
      await pi.shows(/^→ mode +observe$/m);
      await pi.shows(/^toolrecovery observing$/m);
      assert.equal(stage.config()["mode"], "observe");
      await pi.press("Left");
      await pi.shows(/^→ mode +repair$/m);
      await pi.hides(/^toolrecovery observing$/m);
      await pi.press("Down", "Right");
      await pi.shows(/^→ grammar\.enabled +on$/m);
      await pi.press("Escape");
      await pi.hides("grammar.enabled");
      await pi.say("/toolrecovery status");
      await pi.shows(/toolrecovery is on \(mode repair/);
    });
  },
  check(stage) {
    assert.deepEqual([stage.config()["mode"], stage.config()["grammar"]], ["repair", { enabled: true }]);
  },
};

export const settingsPrinted: Scenario = {
  name: "settings in print and rpc mode are text; a key and a value change one",
  main: [],
  async play(stage) {
    const page = /^enabled +on +Repair tool calls at all\.$/m;
    assert.match((await stage.print("/toolrecovery settings")).stdout, page);
    assert.equal((await stage.print("/toolrecovery settings verbose on")).stdout, "verbose: on\n");
    await stage.rpc(async (pi) => {
      await pi.prompt("/toolrecovery settings");
      assert.match(pi.notices.map(({ message }) => String(message)).join(), page);
      assert.ok(pi.notices.every(({ method }) => method === "notify" || method === "setStatus"));
    });
  },
  check(stage) {
    assert.equal(stage.config()["verbose"], true);
  },
};
