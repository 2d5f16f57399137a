/** From a session to its sidecar: what is set up anew, what is told, what is not waited for. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { SidecarStartup, startSidecar } from "../../../pi-bridge/session/start.ts";
import { runCommand } from "../../../pi-bridge/commands/run_command.ts";
import { Environment } from "../../../pi-bridge/python/environment.ts";
import { ROOT } from "../../../pi-bridge/pi/package.ts";
import { Footer } from "../../../pi-bridge/session/footer.ts";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import type { Command } from "../../../pi-bridge/sidecar/peer.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import { call, during, isAlive, messageEnd, peer, person, pidOf, running, SAFE, sessionWith, toolHost, until, type Person } from "../helpers.ts";

const agent = mkdtempSync(join(tmpdir(), "toolrecovery-start-"));
after(() => rmSync(agent, { recursive: true, force: true }));

/** An environment of this machine that nobody can build: its lock is another process's. */
class Kept extends Environment {
  dropped = 0;
  claims = 0;
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

test("while it is set up a message passes at once, and a command says how far it is", SAFE, async () => {
  const watcher = person();
  const environment = new Kept(ROOT, agent);
  const { session, part } = start(watcher, environment, undefined);
  await until(() => environment.claims > 0);
  assert.equal(await repairMessage(session, messageEnd([call("1", "bash", { cmd: "ls" })]), during()), undefined);
  assert.deepEqual(watcher.statuses.filter((status) => status?.includes("unchanged")), [], "no trouble is told");
  await runCommand(session, { name: "toolrecovery", args: "status" });
  assert.match(watcher.notes.join(), /waiting for another pi that sets up Python… Ask again/);
  await part.stop();
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
