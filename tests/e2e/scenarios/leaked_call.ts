// A call that arrived as text in the model's answer: run only where the configuration says so.
import assert from "node:assert/strict";
import { fileSizes, sentCalls, sentResults, sessionBlocks } from "../evidence.ts";
import { call, type Step } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

export const leak = (name: string, args: object): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

const WANTED = { path: "abc.txt", content: "hello world" };
const TEXT = `I'll write it now.\n${leak("write", WANTED)}`;
const LEAKED: Step[] = [{ text: TEXT }, { text: "Written." }];

const visibleText = (stage: Stage): string[] => sessionBlocks(stage.place, "text").map((block) => block.text ?? "");

export function staysText(stage: Stage, text: string): void {
  assert.deepEqual(visibleText(stage).slice(-1), [text]);
  assert.equal(stage.runs[0]?.stdout.trim(), text.trim());
  stage.note("the text is as the model wrote it");
}

function ran(stage: Stage): void {
  assert.equal(stage.file("abc.txt"), WANTED.content);
  const [sent] = sentCalls(stage.main.requests[1]);
  assert.deepEqual({ name: sent?.name, args: sent?.args }, { name: "write", args: WANTED });
  assert.match(sent?.id ?? "", /^[A-Za-z0-9]{9}$/);
  assert.deepEqual(visibleText(stage).map((text) => text.trim()), ["I'll write it now.", "Written."]);
  stage.note(`the model saw its own call as ${sent?.id}`);
}

export const leakByDefault: Scenario = {
  name: "leaked text stays text by default",
  main: LEAKED,
  check(stage) {
    assert.equal(stage.main.requests.length, 1, "requests to the main model");
    assert.deepEqual(fileSizes(stage.place.work), []);
    staysText(stage, TEXT);
  },
};

export const leakTold: Scenario = {
  name: "leaked text that stays text is told when it happens, with the command for that model, which then has it run",
  main: [{ text: TEXT }, { text: TEXT }, { text: "Written." }],
  async play(stage) {
    await stage.print("Write it.");
    await stage.print("/toolrecovery grammar on");
    await stage.print("Write it.");
  },
  check(stage) {
    const [first, , last] = stage.runs;
    const lines = first?.stderr.match(/toolrecovery: .*/g);
    assert.deepEqual(lines, ["toolrecovery: main-1 wrote a call of write as text. /toolrecovery grammar on main-1 runs such calls."]);
    assert.doesNotMatch(last?.stderr ?? "", /as text/);
    assert.equal(stage.file("abc.txt"), WANTED.content);
    stage.note(lines?.[0] ?? "");
  },
};

export const leakRefusedTold: Scenario = {
  name: "a leaked call that is not meant to run is told with the reason",
  main: [{ text: `Wrong:\n${leak("write", WANTED)}` }],
  config: { grammar: { enabled: true } },
  check(stage) {
    assert.deepEqual(fileSizes(stage.place.work), []);
    assert.match(stage.runs[0]?.stderr ?? "", /^toolrecovery: a call of write stayed text: the text before it does not say/m);
  },
};

export const leakEnabled: Scenario = {
  name: "a leaked call runs where grammar repair is on",
  main: LEAKED,
  config: { grammar: { enabled: true } },
  check: ran,
};

export const leakByModel: Scenario = {
  name: "a leaked call runs where leakModels names the model",
  main: LEAKED,
  config: { grammar: { leakModels: ["no-such-model", "MAIN-\\d"] } },
  check: ran,
};

export const leakStripped: Scenario = {
  name: "strip mode removes the markup and runs nothing",
  main: LEAKED,
  config: { grammar: { enabled: true, mode: "strip" } },
  check(stage) {
    assert.equal(stage.main.requests.length, 1, "requests to the main model");
    assert.deepEqual(fileSizes(stage.place.work), []);
    assert.deepEqual(visibleText(stage).map((text) => text.trim()), ["I'll write it now."]);
    assert.equal(stage.runs[0]?.stdout.trim(), "I'll write it now.");
  },
};

export const leakUnfit: Scenario = {
  name: "a leaked call without its argument gets pi's error, and the model's second try runs",
  main: [
    { text: `I'll write it now.\n${leak("write", { path: "abc.txt" })}` },
    { text: `I'll write it with its content.\n${leak("write", WANTED)}` },
    { text: "Written." },
  ],
  config: { grammar: { enabled: true } },
  check(stage) {
    assert.equal(stage.main.requests.length, 3, "requests to the main model");
    const [failing] = sentCalls(stage.main.requests[1]);
    assert.deepEqual({ name: failing?.name, args: failing?.args }, { name: "write", args: { path: "abc.txt" } });
    const [said = ""] = sentResults(stage.main.requests[1]);
    assert.match(said, /^Validation failed for tool "write"/);
    assert.match(said, /\nA valid shape: {"path": "<path>", "content": "<content>"}$/);
    stage.note(`the model saw: ${said.split("\n").join(" | ")}`);
    assert.deepEqual(sentCalls(stage.main.requests[2]).at(-1)?.args, WANTED);
    assert.equal(stage.file("abc.txt"), WANTED.content);
    assert.deepEqual(visibleText(stage).map((text) => text.trim()), ["I'll write it now.", "I'll write it with its content.", "Written."]);
  },
};

export const leakOtherName: Scenario = {
  name: "a leaked call under another agent's name runs",
  main: [{ text: `I'll write it now.\n${leak("create_file", { file_path: "abc.txt", content: "hello world" })}` }, { text: "Written." }],
  config: { grammar: { enabled: true } },
  check: ran,
};

const ONCE = { command: "echo once >> log.txt" };

export const leakBesideNative: Scenario = {
  name: "a leak beside the same native call runs once",
  main: [{ text: `On it.\n${leak("bash", ONCE)}`, calls: [call("bash", ONCE)] }, { text: "Done." }],
  config: { grammar: { enabled: true } },
  check(stage) {
    assert.equal(stage.file("log.txt"), "once\n");
    assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "bash", args: ONCE }]);
    assert.deepEqual(visibleText(stage).map((text) => text.trim()), ["On it.", "Done."]);
  },
};
