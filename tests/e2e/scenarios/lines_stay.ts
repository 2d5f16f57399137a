// The lines about repairs are in the session: a resume, a compaction and an export have them.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";
import type { TuiPi } from "../tui_mode.ts";

const LINE = /^ ⚒ bash: cmd → command$/gm;
const slip = (said: string) => [{ calls: [call("bash", { cmd: `echo ${said}` })] }, { text: `Ran ${said}.` }];

async function lines(pi: TuiPi, shown: string | RegExp): Promise<number> {
  return (await pi.shows(shown)).match(LINE)?.length ?? 0;
}

export const tuiLinesStay: Scenario = {
  name: "tui: the lines about repairs stand below their calls, also after a resume, a compaction and in an export",
  tui: true,
  main: [...slip("one"), ...slip("two"), { text: "A summary." }, { text: "A summary." }],
  config: { verbose: true },
  async play(stage) {
    writeFileSync(join(stage.place.agent, "settings.json"), JSON.stringify({ compaction: { keepRecentTokens: 6 } }));
    await stage.tui(async (pi) => {
      await pi.say("One.");
      await pi.shows("Ran one.");
      await pi.say("Two.");
      assert.equal(await lines(pi, "Ran two."), 2, "lines");
    });
    await stage.tui(async (pi) => {
      assert.equal(await lines(pi, "Ran two."), 2, "lines after the resume");
      assert.match(await pi.screen(), /^ \$ echo two\n[^$]*^ ⚒ bash: cmd → command$[^$]*^ Ran two\.$/m, "below the call, before what follows it");
      await pi.say("/export page.html");
      await pi.shows(/exported to/i);
      await pi.say("/compact");
      await pi.shows(/Compacted from/i);
      assert.equal(await lines(pi, "Ran two."), 1, "lines of what was kept");
    }, { args: ["-c"] });
  },
  check(stage) {
    const [, data = ""] = /id="session-data"[^>]*>([^<]+)</.exec(stage.file("page.html")) ?? [];
    const { entries } = JSON.parse(Buffer.from(data, "base64").toString("utf8")) as { entries: { customType?: string; data?: { lines?: string[] } }[] };
    const written = entries.filter(({ customType }) => customType === "toolrecovery").flatMap((entry) => entry.data?.lines ?? []);
    assert.deepEqual(written, ["⚒ bash: cmd → command", "⚒ bash: cmd → command"]);
    const told = JSON.stringify(stage.main.requests.map(({ body }) => body));
    assert.ok(!told.includes("⚒"), "the model was shown a line");
  },
};
