// Other extensions beside this one, loaded before and after it: nothing is done twice, lost, or undone.
import assert from "node:assert/strict";
import { sentCalls, sentResults, sessionBlocks } from "../evidence.ts";
import { extension, type PiOptions } from "../host.ts";
import { call, type ScriptedCall, type Step } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { leak } from "./leaked_call.ts";

const SIDES = ["before", "after"] as const;
type Side = (typeof SIDES)[number];

const beside = (side: Side, name: string): PiOptions => ({ [side]: [extension(name)] });

/** A scenario with that extension on each side of this one. */
function onBothSides(name: string, what: string, rest: Omit<Scenario, "name" | "check">, check: (stage: Stage, side: Side) => void): Scenario[] {
  return SIDES.map((side) => ({
    ...rest,
    name: `${what}, loaded ${side} this one`,
    async play(stage) {
      const run = await stage.print("Do what you were asked to do.", { ...beside(side, name), ...(rest.env && { env: rest.env }) });
      assert.equal(run.code, 0);
    },
    check: (stage) => check(stage, side),
  }));
}

const LOG = "log.txt";
const logging = (words: string): string => `echo ${words} >> ${LOG}`;

const OURS = { name: "write", args: '{"path": "b.txt", "contents": "ours"}' }; // a slip that the other does not know
const THEIRS = call("bash", { cmd: logging("once") });

export const otherRepair = onBothSides(
  "pi-tool-repair",
  "another repair extension: each slip is mended once",
  { main: [{ calls: [THEIRS, OURS] }, { text: "Done." }] },
  (stage) => {
    assert.equal(stage.file(LOG), "once\n");
    assert.equal(stage.file("b.txt"), "ours");
    assert.deepEqual(sentCalls(stage.main.requests[1]), [
      { id: "call_0_0", name: "bash", args: { command: logging("once") } },
      { id: "call_0_1", name: "write", args: { path: "b.txt", content: "ours" } },
    ]);
    assert.equal(stage.main.requests.length, 2, "requests to the main model");
  },
);

const LEAKED: Step[] = [{ text: `Now.\n${leak("bash", { command: logging("once") })}` }, { text: "Done." }];

const leakedOnce = (stage: Stage): void => {
  assert.equal(stage.file(LOG), "once\n");
  assert.deepEqual(sentCalls(stage.main.requests[1]).map(({ args }) => args), [{ command: logging("once") }]);
  assert.equal(stage.main.requests.length, 2, "requests to the main model");
};

const GRAMMAR = { grammar: { enabled: true } };

export const otherGrammar = [
  ...onBothSides("pi-tool-repair", "another grammar repair: a leaked call runs once", { main: LEAKED, config: GRAMMAR }, leakedOnce),
  ...onBothSides(
    "pi-tool-repair",
    "another grammar repair that leaves the text: a leaked call runs once",
    { main: LEAKED, config: GRAMMAR, env: { KEEPS_TEXT: "1" } },
    leakedOnce,
  ),
];

export const otherPhantom = onBothSides(
  "pi-tool-repair",
  "another retry of turns without their call: asked again once",
  { main: [{ finish: "tool_calls" }, { text: "Sorry." }] },
  (stage) => {
    assert.equal(stage.main.requests.length, 2, "requests to the main model");
    assert.equal(stage.runs[0]?.stdout.trim(), "Sorry.");
  },
);

const GUARDED: Step[] = [{ calls: [call("bash", { cmd: logging("run") }), call("bash", { command: logging("valid") })] }, { text: "Done." }];
const guard = (stage: Stage): string[] => sentResults(stage.main.requests[1]).map((text) => text.split("\n")[0] ?? "");

export const rewriting = onBothSides("rewrites", "a message that another extension rewrites is kept so", { main: GUARDED }, (stage, side) => {
  assert.equal(stage.file(LOG), "run\nvalid\n");
  assert.deepEqual(sessionBlocks(stage.place, "text").map(({ text }) => text), ["[read by another]", "[read by another]", "Done."]);
  assert.equal(guard(stage)[1], "guarded", "what the other put before a valid command");
  if (side === "after") assert.equal(guard(stage)[0], "guarded", "what the other put before a repaired command");
});

export const mutating: readonly Scenario[] = SIDES.map((side) => ({
  name: `rpc: blocks that another extension changes where they are stay changed, loaded ${side} this one`,
  main: [
    { calls: [call("bash", { command: logging("valid") })] },
    { calls: [call("bash", { command: logging("numbers"), timeout: "30" })] },
    { text: "Done." },
  ],
  async play(stage) {
    await stage.rpc(async (pi) => {
      await pi.prompt("/toolrecovery status"); // answered: the sidecar is up, and shows calls repaired as they come in
      await pi.prompt("Run it.");
    }, beside(side, "mutates"));
  },
  check(stage) {
    assert.equal(stage.file(LOG), "valid\nnumbers\n");
    const results = sentResults(stage.main.requests[2]).map((text) => text.split("\n")[0]);
    assert.deepEqual(results, ["guarded", "guarded"]);
    const [, repaired] = sentCalls(stage.main.requests[2]);
    assert.deepEqual(repaired?.args, { command: `echo guarded && ${logging("numbers")}`, timeout: 30 });
  },
}));

const FAULTY: ScriptedCall[] = [call("write", { filename: "a.txt", content: "mended" }), call("read", { file_path: "missing.txt" })];

const throwingAt = (events: string, check: (stage: Stage) => void): Scenario[] =>
  onBothSides(
    "throws",
    `an extension that throws at ${events} costs no repair`,
    { main: [{ calls: FAULTY }, { text: "Done." }], env: { THROWS: events } },
    (stage) => {
      assert.deepEqual(sentCalls(stage.main.requests[1]).map(({ args }) => args), [{ path: "a.txt", content: "mended" }, { path: "missing.txt" }]);
      assert.equal(sentResults(stage.main.requests[1]).length, 2, "results");
      assert.equal(stage.main.requests.length, 2, "requests to the main model");
      check(stage);
    },
  );

export const throwing: readonly Scenario[] = [
  ...throwingAt("message_update message_end tool_result turn_end", (stage) => assert.equal(stage.file("a.txt"), "mended")),
  ...throwingAt("tool_call", (stage) => assert.throws(() => stage.file("a.txt"), "pi runs no call whose check fails")),
];

export const lateTools = onBothSides(
  "late_tools",
  "tools that come and go in a run",
  {
    main: [
      { calls: [call("bash", { cmd: logging("early") }), call("stamp_page", { page_number: "1" })] },
      { calls: [call("functions.bash", { command: logging("late") }), call("StampPage", { pageNumber: "2" })] },
      { text: "Done." },
    ],
  },
  (stage) => {
    assert.equal(stage.file(LOG), "early\n", "a tool that was taken away is not brought back by another name");
    const results = sentResults(stage.main.requests[2]).map((text) => text.split("\n")[0]);
    assert.match(results[1] ?? "", /^Tool stamp_page not found/);
    assert.match(results[2] ?? "", /^Tool functions\.bash not found/);
    assert.equal(results[3], "stamped page 2");
  },
);

export const doctorNames: Scenario = {
  name: "doctor names another repair extension that is loaded",
  main: [],
  async play(stage) {
    const run = await stage.print("/toolrecovery doctor", beside("after", "pi-tool-repair"));
    assert.match(run.stdout, /✗ pi-tool-repair\.ts repairs tool calls too\n {2}→ keep one of them/);
    const alone = await stage.print("/toolrecovery doctor", beside("after", "rewrites"));
    assert.doesNotMatch(alone.stdout, /repairs tool calls too/);
    assert.match(alone.stdout, new RegExp(`✓ pi ${stage.pi.version.replaceAll(".", "\\.")}, `));
    assert.doesNotMatch(alone.stdout, /lacks/);
  },
  check: (stage) => assert.equal(stage.main.requests.length, 0),
};
