/** From a session to its sidecar: what is set up anew, what is told, what is not waited for. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { currentTools } from "../../../pi-bridge/pi/tools.ts";
import { isBroken } from "../../../pi-bridge/session/set_up_wait.ts";
import { SidecarStartup, startSidecar } from "../../../pi-bridge/session/start.ts";
import { runCommand } from "../../../pi-bridge/commands/run_command.ts";
import { Environment } from "../../../pi-bridge/python/environment.ts";
import { ROOT } from "../../../pi-bridge/pi/package.ts";
import { unknownWord, whenToWait, type When } from "../../../pi-bridge/python/when.ts";
import { Footer } from "../../../pi-bridge/session/footer.ts";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import type { Message } from "../../../pi-bridge/protocol.ts";
import type { Command } from "../../../pi-bridge/sidecar/peer.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import { call, during, isAlive, messageEnd, peer, person, pidOf, running, SAFE, sessionWith, toolHost, until, type Person } from "../helpers.ts";

const agent = mkdtempSync(join(tmpdir(), "toolrecovery-start-"));
after(() => rmSync(agent, { recursive: true, force: true }));

/** An environment of this machine that nobody can build: its lock is another process's. */
class Kept extends Environment {
  dropped = 0;
  claims = 0;
  /** The Python that the other process has set up. */
  built: string | undefined;
  override python(): string | undefined {
    return this.built;
  }
  override drop(): void {
    this.dropped += 1;
  }
  override claim(): boolean {
    this.claims += 1;
    return false;
  }
}

/** A session whose environment is the given one: `file` was set up before, or undefined. */
function start(watcher: Person, environment: Environment, file: string | undefined, command = peer("well_behaved")) {
  const session = new Session(toolHost());
  session.footer = new Footer(watcher.context);
  const part = new SidecarStartup(session, watcher.context, { command, limits: { graceMs: 50, backoffMs: () => 0 } });
  session.startup = part;
  after(() => session.stop());
  part.start(environment, () => (file === undefined ? undefined : { file, managed: true }));
  return { session, part };
}

test("an environment that lost its packages is dropped and set up anew", SAFE, async () => {
  const environment = new Kept(ROOT, agent);
  const watcher = person();
  const { session, part } = start(watcher, environment, "python", peer("lacks_packages"));
  await until(() => environment.claims > 0);
  assert.equal(environment.dropped, 1);
  assert.equal(session.trouble, undefined, "nothing is off yet");
  assert.ok(watcher.statuses.some((status) => status?.includes("Python")));
  await part.stop();
});

test("a session that is started twice has one sidecar, which repairs", SAFE, async () => {
  const watcher = person();
  const session = sessionWith(peer("well_behaved"), watcher);
  await running(session).greeting(50_000);
  const first = pidOf(session.sidecar);
  startSidecar(session, watcher.context, { command: peer("well_behaved"), limits: { graceMs: 50, backoffMs: () => 0 } });
  assert.notEqual(await repairMessage(session, messageEnd([call("1", "bash", { cmd: "ls" })]), during()), undefined);
  assert.notEqual(pidOf(session.sidecar), first);
  await until(() => !isAlive(first));
  await session.stop();
});

/** A session whose environment is set up, with a message that may wait for it. */
async function settingUp(when: When, waitMs?: number, file?: string) {
  const watcher = person();
  const environment = new Kept(ROOT, agent);
  const session = new Session(toolHost());
  session.footer = new Footer(watcher.context);
  const override = { command: peer("well_behaved"), limits: { graceMs: 50, backoffMs: () => 0 } };
  const part = new SidecarStartup(session, watcher.context, override, when, waitMs);
  session.startup = part;
  after(() => session.stop());
  part.start(environment, () => undefined);
  await until(() => environment.claims > 0);
  return { session, watcher, part, complete: () => (environment.built = file) };
}

const BROKEN = messageEnd([call("1", "bash", { cmd: "ls" })]);
const VALID = messageEnd([call("1", "bash", { command: "ls" })]);

test("while it is set up a valid call passes at once, and a command says how far it is", SAFE, async () => {
  const { session, watcher, part } = await settingUp("broken");
  assert.equal(await repairMessage(session, VALID, during()), undefined);
  assert.deepEqual(watcher.statuses.filter((status) => status?.includes("unchanged")), [], "no trouble is told");
  await runCommand(session, { name: "toolrecovery", args: "status" });
  assert.match(watcher.notes.join(), /waiting for another pi that sets up Python… Ask again/);
  await part.stop();
});

for (const [title, content, more] of [
  ["a call that pi would reject", [call("1", "bash", { cmd: "ls" })], {}],
  ["a turn that stopped for a call and has none", [{ type: "text", text: "I run it." }], { stopReason: "toolUse" }],
] as const) {
  test(`${title} waits for the set-up, and goes to the sidecar in that very turn`, SAFE, async () => {
    const { session, part, complete } = await settingUp("broken", undefined, process.execPath);
    const pending = repairMessage(session, messageEnd([...content], more), during());
    complete();
    await pending;
    const log = await running(session).request<{ text: string }>("command/run", { name: "toolrecovery", args: "log" }, 50_000);
    assert.ok(log.ok && log.result.text.includes("message/repair"));
    await part.stop();
    await session.stop();
  });
}

test("a broken call that waited is repaired, and the person is told once that all is ready", SAFE, async () => {
  const { session, watcher, complete } = await settingUp("broken", undefined, process.execPath);
  const pending = repairMessage(session, BROKEN, during());
  complete();
  const message = (await pending)?.message as unknown as Message | undefined;
  assert.deepEqual(message?.content, [call("1", "bash", { command: "ls" })]);
  const ready = (): number => watcher.notes.filter((note) => note.startsWith("toolrecovery is ready")).length;
  assert.equal(ready(), 1);
  const before = session.sidecar?.hello;
  process.kill(pidOf(session.sidecar), "SIGKILL");
  await until(() => session.sidecar?.hello !== before);
  assert.equal(ready(), 1, "after another start");
  await session.stop();
});

test("an answer without calls waits for nothing", SAFE, async () => {
  const { session, part } = await settingUp("broken");
  const text = messageEnd([{ type: "text", text: "Run bash." }], { stopReason: "stop" });
  assert.equal(await repairMessage(session, text, during()), undefined);
  await part.stop();
});

test("text waits where there are settings and it names a tool", () => {
  const message = (text: string): Message => ({ role: "assistant", content: [{ type: "text", text }], stopReason: "stop" });
  const tools = currentTools(toolHost(), undefined);
  const waits = (text: string): boolean => isBroken(message(text), { message: message(text), rawArguments: {} }, tools, () => null);
  const home = mkdtempSync(join(agent, "settings-"));
  const before = process.env["PI_CODING_AGENT_DIR"];
  process.env["PI_CODING_AGENT_DIR"] = home;
  try {
    assert.equal(waits("<bash>ls</bash>"), false, "without settings text is not read");
    writeFileSync(join(home, "tool-recovery.json"), "{}");
    assert.deepEqual([waits("<bash>ls</bash>"), waits("All is done.")], [true, false]);
  } finally {
    if (before === undefined) delete process.env["PI_CODING_AGENT_DIR"];
    else process.env["PI_CODING_AGENT_DIR"] = before;
  }
});

test("an abort ends the wait at once", SAFE, async () => {
  const { session, part } = await settingUp("broken");
  const escape = new AbortController();
  const pending = repairMessage(session, BROKEN, during(escape.signal));
  escape.abort();
  assert.equal(await pending, undefined);
  await part.stop();
});

test("the end of the session ends the wait", SAFE, async () => {
  const { session } = await settingUp("broken");
  const pending = repairMessage(session, BROKEN, during());
  await session.stop();
  assert.equal(await pending, undefined);
});

test("when the time is up the call passes, which is said once, and later ones wait no more", SAFE, async () => {
  const { session, watcher, part } = await settingUp("broken", 1);
  assert.equal(await repairMessage(session, BROKEN, during()), undefined);
  assert.equal(await repairMessage(session, BROKEN, during()), undefined);
  assert.equal(part.waits(() => true), false);
  assert.equal(watcher.notes.filter((note) => note.includes("not set up yet")).length, 1);
  await part.stop();
});

test("TOOLRECOVERY_SETUP: wait holds a valid call too, background holds none", SAFE, async () => {
  const [always, never] = await Promise.all([settingUp("wait"), settingUp("background")]);
  assert.deepEqual([always.part.waits(() => false), never.part.waits(() => true)], [true, false]);
  await Promise.all([always.part.stop(), never.part.stop()]);
});

test("TOOLRECOVERY_SETUP=off: nothing is set up, and it is said", SAFE, async () => {
  const watcher = person();
  const environment = new Kept(ROOT, agent);
  const session = new Session(toolHost());
  session.footer = new Footer(watcher.context);
  new SidecarStartup(session, watcher.context, {}, "off").start(environment, () => undefined);
  assert.equal(environment.claims, 0);
  assert.match(session.trouble ?? "", /Unset TOOLRECOVERY_SETUP/);
});

test("a word that TOOLRECOVERY_SETUP does not take is named; the ones that it takes are not", () => {
  assert.match(unknownWord({ TOOLRECOVERY_SETUP: "never" }) ?? "", /never: it takes wait, background, off$/);
  assert.equal(whenToWait({ TOOLRECOVERY_SETUP: "never" }), "broken");
  for (const word of ["wait", "background", "off", ""]) assert.equal(unknownWord({ TOOLRECOVERY_SETUP: word }), undefined);
});

test("an end of the session ends the set-up, and starts nothing after it", SAFE, async () => {
  const environment = new Kept(ROOT, agent);
  const { session } = start(person(), environment, undefined);
  await until(() => environment.claims > 0);
  await session.stop();
  assert.equal(session.sidecar, undefined);
});

test("where the agent directory cannot be written it is said, and pi goes on", SAFE, async () => {
  const file = join(agent, "a-file");
  writeFileSync(file, "");
  const watcher = person();
  const { session, part } = start(watcher, new Environment(ROOT, file), undefined);
  await part.done;
  assert.match(session.trouble ?? "", /^toolrecovery could not set up Python: E/);
});

test("a sidecar of another version is told of once, however often it is started", SAFE, async () => {
  const watcher = person();
  const old: Command = { ...peer("well_behaved"), env: { ...process.env, PEER_VERSION: "0.0.1" } };
  const { session } = start(watcher, new Kept(ROOT, agent), "python", old);
  await until(() => session.sidecar?.hello !== undefined);
  process.kill(pidOf(session.sidecar), "SIGKILL");
  const before = session.sidecar?.hello;
  await until(() => session.sidecar?.hello !== before);
  assert.equal(watcher.notes.filter((note) => note.includes("0.0.1")).length, 1);
  await session.stop();
});

test("one of the same version is no news", SAFE, async () => {
  const watcher = person();
  const { session } = start(watcher, new Kept(ROOT, agent), "python");
  await until(() => session.sidecar?.hello !== undefined);
  assert.deepEqual(watcher.notes, []);
  await session.stop();
});
