/** `/toolrecovery …` as a person meets it in each of pi's modes. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerCommands } from "../../../pi-bridge/commands/register.ts";
import { runCommand } from "../../../pi-bridge/commands/run_command.ts";
import type { Models } from "../../../pi-bridge/pi/complete.ts";
import { peer, person, SAFE, sessionWith } from "../helpers.ts";
import { Footer } from "../../../pi-bridge/session/footer.ts";

const ask = (args: string) => ({ name: "toolrecovery", args });

test("in rpc and tui the answer is a note", SAFE, async () => {
  const watcher = person("tui");
  const session = sessionWith(peer("well_behaved"), watcher);
  await runCommand(session, ask("status"));
  assert.deepEqual(watcher.notes, ["status: initialize tools/set command/run"]);
  await session.stop();
});

for (const [mode, stream] of [["print", "stdout"], ["json", "stderr"]] as const) {
  test(`in ${mode} mode the answer reaches ${stream}`, SAFE, () => {
    const ran = spawnSync(process.execPath, [join(import.meta.dirname, "..", "peers", "asks_status.ts"), mode], { encoding: "utf8" });
    assert.equal(ran[stream].includes("status: initialize tools/set command/run\n"), true);
    assert.equal(ran[stream === "stdout" ? "stderr" : "stdout"].includes("status:"), false);
  });
}

test("what the sidecar says unasked is shown", SAFE, async () => {
  const watcher = person();
  const session = sessionWith(peer("well_behaved"), watcher);
  await runCommand(session, ask("speak"));
  assert.deepEqual([watcher.statuses, watcher.notes], [["1 repaired"], ["hello", "spoken"]]);
  await session.stop();
});

test("without a sidecar the command says why, and how to mend it", SAFE, async () => {
  const watcher = person();
  const session = sessionWith({ ...peer("silent"), file: "/nowhere/python" }, watcher);
  await runCommand(session, ask("on"));
  assert.match(watcher.notes.join(), /no Python: tried \/nowhere\/python\. Set TOOLRECOVERY_PYTHON to .*requirements\.lock/);
});

test("a sidecar that cannot start says in a command's answer how to mend it", SAFE, async () => {
  const watcher = person();
  const session = sessionWith(peer("dies_at_once"), watcher);
  await runCommand(session, ask("status"));
  assert.match(watcher.notes.join(), /No module named 'jsonrpcserver'.* Set TOOLRECOVERY_PYTHON to .*requirements\.lock/s);
  await session.stop();
});

test("doctor says what a sidecar that cannot start said last; another word does not", SAFE, async () => {
  const watcher = person();
  const session = sessionWith(peer("dies_at_once"), watcher);
  await runCommand(session, ask("doctor"));
  await runCommand(session, ask("status"));
  const [doctor, status] = watcher.notes;
  assert.match(doctor ?? "", /TOOLRECOVERY_PYTHON.*\n {4}the sidecar exited with status 1\n {4}Traceback .*\n {4}ModuleNotFoundError/);
  assert.equal(status?.includes("Traceback"), false);
  await session.stop();
});

test("a command tells which models pi can ask, where pi tells the bridge", SAFE, async () => {
  const commands: Parameters<ExtensionAPI["registerCommand"]>[1][] = [];
  const registry = { getAvailable: () => [{ provider: "p", id: "m", name: "M" }] } as unknown as Models;
  for (const models of [registry, undefined]) {
    const watcher = person("rpc", models);
    const session = sessionWith(peer("well_behaved"), watcher);
    registerCommands({ registerCommand: (_name, command) => void commands.push(command) }, session);
    await commands.at(-2)?.handler("models", {} as never);
    assert.deepEqual(watcher.notes, [models ? '[{"provider":"p","id":"m"}]' : "not said"]);
    await session.stop();
  }
});

test("a person's context that has gone stale harms nothing", SAFE, async () => {
  const watcher = person();
  Object.defineProperty(watcher.context, "hasUI", { get: () => assert.fail("stale") });
  const session = sessionWith(peer("dies_at_once"), watcher);
  await runCommand(session, ask("on"));
  await session.stop();
});

test("in the terminal UI a diff has its colours, every line its own; elsewhere it is plain", SAFE, async () => {
  const diff = "- filename: \"a\"\n+ path: \"a\"\n  1 value as before";
  for (const [mode, wanted] of [["tui", "<toolDiffRemoved>- filename: \"a\"\n<toolDiffAdded>+ path: \"a\"\n<dim>  1 value as before"], ["rpc", diff]] as const) {
    const watcher = person(mode);
    Object.assign(watcher.context.ui, { theme: { fg: (colour: string, text: string) => `<${colour}>${text}` } });
    const footer = new Footer(watcher.context);
    footer.answer(diff, "info");
    footer.answer("no diff - none + none", "info");
    assert.deepEqual(watcher.notes, [wanted, "no diff - none + none"]);
  }
});

test("what has been off since before stands in the footer from the start; where all is as usual, nothing does", SAFE, async () => {
  for (const [args, wanted] of [[["--off"], ["toolrecovery off"]], [[], []]] as const) {
    const watcher = person("tui");
    const session = sessionWith(peer("well_behaved", ...args), watcher);
    await session.sidecar?.greeting(50_000);
    assert.deepEqual(watcher.statuses, wanted);
    await session.stop();
  }
});

test("without a sidecar nothing completes", SAFE, async () => {
  const commands: Parameters<ExtensionAPI["registerCommand"]>[1][] = [];
  const session = sessionWith(peer("dies_at_once"), person());
  registerCommands({ registerCommand: (_name, command) => void commands.push(command) }, session);
  for (const typed of ["", "rule "]) assert.equal(await commands[0]?.getArgumentCompletions?.(typed), null);
  await session.stop();
});

test("the words of the sidecar complete, and an unknown one offers nothing", SAFE, async () => {
  const commands: Parameters<ExtensionAPI["registerCommand"]>[1][] = [];
  const session = sessionWith(peer("well_behaved"), person());
  registerCommands({ registerCommand: (_name, command) => void commands.push(command) }, session);
  const complete = async (prefix: string) => (await commands[0]?.getArgumentCompletions?.(prefix))?.map(({ value }) => value);
  assert.deepEqual(await complete(""), ["on", "off", "status"], "a sidecar that is just starting is waited for");
  assert.deepEqual(await complete("o"), ["on", "off"]);
  assert.equal(await complete("x"), undefined);
  assert.equal(await complete("off"), undefined, "a whole word: Enter is meant for the command");
  assert.deepEqual(await complete("rule "), ["rule rename-key", "rule rename-typo"]);
  assert.deepEqual(await complete("rule x rename-t"), ["rule x rename-typo"]);
  assert.equal(await complete("rule rename-typo"), undefined);
  assert.equal(await complete("status "), undefined);
  await session.stop();
});
