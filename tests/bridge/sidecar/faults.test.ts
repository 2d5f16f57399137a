/** The real sidecar killed, stopped, stuck and starved: each message goes through, and the next one is repaired. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pythonIn } from "../../../pi-bridge/python/environment.ts";
import { ROOT } from "../../../pi-bridge/pi/package.ts";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import type { Command } from "../../../pi-bridge/sidecar/peer.ts";
import type { Message } from "../../../pi-bridge/protocol.ts";
import type { Session } from "../../../pi-bridge/session/session.ts";
import { call, during, isAlive, messageEnd, person, running, SAFE, sessionWith, until, type Person } from "../helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "toolrecovery-faults-"));
const alive = setInterval(() => {}, 50_000); // the pause before a restart keeps no process alive
const sessions: Session[] = [];
after(async () => {
  clearInterval(alive);
  await Promise.all(sessions.map((session) => session.stop())); // of a test that failed halfway
  rmSync(folder, { recursive: true, force: true });
});

let logs = 0;

/** The sidecar that does what a call's content says, and the file where it says what it does. */
function faulty(): { command: Command; log: () => string[] } {
  const file = join(folder, `log-${(logs += 1)}`);
  const env = { ...process.env, CHAOS_LOG: file, PI_CODING_AGENT_DIR: folder, XDG_STATE_HOME: folder };
  const program = join(ROOT, "tests", "e2e", "chaos", "faulty_sidecar.py");
  const log = (): string[] => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);
  return { command: { file: pythonIn(join(ROOT, ".venv")), args: [program], cwd: ROOT, env }, log };
}

const slip = (content: string) => messageEnd([call("1", "write", { filename: "a.txt", content })]);

async function repaired(session: Session, content: string, signal?: AbortSignal): Promise<boolean> {
  const answer = await repairMessage(session, slip(content), during(signal));
  if (answer === undefined) return false;
  const message = answer.message as unknown as Message;
  assert.deepEqual(message.content, [call("1", "write", { path: "a.txt", content })]);
  return true;
}

const started = (log: string[]): number[] =>
  log.filter((line) => line.startsWith("started")).map((line) => Number(line.split(" ")[1]));

function staged(): { session: Session; watcher: Person; log: () => string[] } {
  const { command, log } = faulty();
  const watcher = person();
  const session = sessionWith(command, watcher);
  sessions.push(session);
  return { session, watcher, log };
}

test("killed during and after a request, six times in a row: the next message is repaired", SAFE, async () => {
  const { session, log } = staged();
  for (let death = 0; death < 3; death += 1) {
    assert.equal(await repaired(session, "chaos:die in the middle"), false);
    assert.equal(await repaired(session, "the next one"), true);
    assert.equal(await repaired(session, "chaos:die-after the answer"), true);
    const pid = started(log()).slice(-1)[0] ?? assert.fail("no sidecar");
    await until(() => !isAlive(pid));
    assert.equal(await repaired(session, "the next one"), true);
  }
  assert.equal(session.sidecar?.off, undefined);
  assert.equal(started(log()).filter(isAlive).length, 1, "no earlier process is left");
  await session.stop();
});

test("killed while nobody asks: the next message is repaired", SAFE, async () => {
  const { session, log } = staged();
  assert.equal(await repaired(session, "the first"), true);
  const pid = started(log())[0] ?? assert.fail("no sidecar");
  process.kill(pid, "SIGKILL");
  await until(() => !isAlive(pid));
  await until(() => repaired(session, "the next one"));
  await session.stop();
});

test("stopped in the middle of a request: the deadline holds, the next process repairs", SAFE, async () => {
  const { session, log } = staged();
  assert.equal(await repaired(session, "the first"), true);
  const params = { message: slip("chaos:stop").message, tools: session.tools.list?.key, hostErrors: {} };
  const answer = await running(session).request("message/repair", params, 300);
  assert.equal(!answer.ok && answer.interrupted, "late");
  const pid = started(log())[0] ?? assert.fail("no sidecar");
  await until(() => !isAlive(pid));
  assert.equal(await repaired(session, "the next one"), true);
  await session.stop();
});

for (const word of ["stop", "spin", "hold"]) {
  test(`${word}: an abort ends the message at once, and the session's end the process`, SAFE, async () => {
    const { session, log } = staged();
    const abort = new AbortController();
    const answer = repaired(session, `chaos:${word}`, abort.signal);
    await until(() => log().some((line) => line.startsWith(word)));
    abort.abort();
    assert.equal(await answer, false);
    const pid = started(log())[0] ?? assert.fail("no sidecar");
    assert.equal(isAlive(pid), true, "an abort is no reason to replace it");
    await session.stop();
    await until(() => !isAlive(pid));
  });
}

test("work without end that another thread can interrupt: others are answered meanwhile", SAFE, async () => {
  const { session, watcher, log } = staged();
  const abort = new AbortController();
  const answer = repaired(session, "chaos:spin", abort.signal);
  await until(() => log().some((line) => line.startsWith("spin")));
  assert.equal(await repaired(session, "the next one"), true);
  abort.abort();
  assert.equal(await answer, false);
  assert.deepEqual(watcher.notes, []);
  await session.stop();
});

test("a pi out of file descriptors goes on, and repairs once there are some", { ...SAFE, skip: process.platform === "win32" }, async () => {
  const { command } = faulty();
  const program = join(import.meta.dirname, "..", "peers", "starves.ts");
  const words = ["-c", 'ulimit -n 64; exec "$@"', "sh", process.execPath, program, JSON.stringify({ ...command, env: {} })];
  const child = spawn("/bin/sh", words, { env: command.env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  await once(child, "close");
  assert.match(said, /^unchanged: toolrecovery left a message unchanged: .* could not be started: too many open files/);
  assert.match(said, /\nrepaired\n$/);
  assert.equal(child.exitCode, 0);
});
