// The canonical slip, `write(filename=…)`: a rule knows it, nobody is asked.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { sentCalls, sessionBlocks, sessionLines } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const WANTED = { path: "abc.txt", content: "hello world" };

export const renamedKey: Scenario = {
  name: "write(filename=…) is fixed with no recovery request",
  main: [{ calls: [call("write", { filename: "abc.txt", content: "hello world" })] }, { text: "Written." }],
  recovery: [{ call: { toolName: "write", args: WANTED } }],
  check(stage) {
    assert.equal(stage.file("abc.txt"), "hello world");
    assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
    assert.deepEqual(sessionBlocks(stage.place, "toolCall").map((block) => block.arguments), [WANTED]);
    assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "write", args: WANTED }]);
    assert.ok(!sessionLines(stage.place).join("\n").includes("filename"), "a trace of the slip in the session file");
  },
};

const SLIPS = 5; // a stream waits a moment for the sidecar: one that has just started, or is starved, may be too slow for some

export const shownRepaired: Scenario = {
  name: "rpc: a call that is repaired is shown repaired as soon as it came in, counted once, and explained",
  main: [...Array(SLIPS).fill({ calls: [call("write", { filename: "abc.txt", content: "hello world" })] }), { text: "Written." }],
  async play(stage) {
    await stage.rpc(async (pi) => {
      await pi.prompt("/toolrecovery status"); // answered: the sidecar is up
      await pi.prompt("Write it.");
      const updates = pi.records.map((record) => record["assistantMessageEvent"] as { type: string; toolCall?: { arguments: unknown } } | undefined);
      const shown = updates.filter((update) => update?.type === "toolcall_end").map((update) => update?.toolCall?.arguments);
      const repaired = shown.filter((args) => isDeepStrictEqual(args, WANTED)).length;
      stage.note(`shown repaired: ${repaired} of ${shown.length}`);
      assert.notEqual(repaired, 0, "calls that were shown repaired");
      const footers = pi.notices.filter((notice) => notice["method"] === "setStatus").map((notice) => notice["statusText"]);
      assert.deepEqual(footers, Array.from({ length: SLIPS }, (_, before) => `⚒ ${before + 1} repaired`));
      await pi.prompt("/toolrecovery status");
      assert.match(String(pi.notices.at(-1)?.["message"]), /repaired in this session: 5 /);
      const answers = async (words: string, wanted: RegExp): Promise<void> => {
        await pi.prompt(`/toolrecovery ${words}`);
        assert.match(String(pi.notices.at(-1)?.["message"]), wanted, words);
      };
      await answers("why", /^#5 .*\n- filename: "abc\.txt"\n\+ path: "abc\.txt"\n/); // values of this session, which the journal does not keep
      await answers("stats", /^5 calls repaired in the last 30 days \(5 by rules\)\n5 turns saved\nby tool\n {2}write {2}█+ 5\n/);
      await answers("log 2", /^#5 {2}[\d:-]+ {2}repaired {2}write: filename → path\n#4 .*$/);
    });
  },
  check(stage) {
    assert.equal(stage.file("abc.txt"), WANTED.content);
    const entries = sessionLines(stage.place).filter((line) => line.includes('"customType":"toolrecovery"'));
    assert.equal(entries.length, SLIPS, "entries of repairs in the session file");
    stage.note(`entry: ${JSON.stringify((JSON.parse(entries[0] ?? "") as { data: unknown }).data)}`);
  },
};

export const resumed: Scenario = {
  name: "a resumed session still counts its repairs",
  main: [{ calls: [call("write", { filename: WANTED.path, content: WANTED.content })] }, { text: "Written." }],
  async play(stage) {
    await stage.print("Write it.");
    await stage.print("/toolrecovery status", { args: ["--continue"] });
    await stage.print("/toolrecovery status");
  },
  check(stage) {
    const [, again, another] = stage.runs;
    assert.match(again?.stdout ?? "", /repaired in this session: 1 \(1 by rules\)/);
    assert.match(another?.stdout ?? "", /repaired in this session: nothing/);
  },
};
