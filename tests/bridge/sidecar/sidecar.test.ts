/** The sidecar's life against scripted peers: nothing hangs, everything settles. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Options } from "../../../pi-bridge/sidecar/options.ts";
import { Sidecar } from "../../../pi-bridge/sidecar/sidecar.ts";
import type { Command, Rpc } from "../../../pi-bridge/sidecar/peer.ts";
import type { RepairResult } from "../../../pi-bridge/protocol.ts";
import { call, isAlive, peer, pidOf, SAFE, until } from "../helpers.ts";

const LONG_MS = 50_000;

const alive = setInterval(() => {}, LONG_MS); // the pause before a restart keeps no process alive
after(() => clearInterval(alive));

interface Watched {
  sidecar: Sidecar;
  off: Promise<string>;
  starts: () => number;
}

function start(command: Command, override: Partial<Options> = {}): Watched {
  let starts = 0;
  let told: (why: string) => void = () => {};
  const off = new Promise<string>((resolve) => (told = resolve));
  const sidecar = new Sidecar({
    command,
    hello: { protocol: 1, bridge: "0", pi: "0", agentDir: "/", cwd: "/", mode: "rpc", hasUI: true },
    handlers: {},
    onOff: told,
    loadRpc: async (): Promise<Rpc> => {
      starts += 1;
      return import("vscode-jsonrpc/node");
    },
    ...override,
    limits: { graceMs: 50, backoffMs: () => 0, ...override.limits },
  });
  after(() => sidecar.stop());
  sidecar.start();
  return { sidecar, off, starts: () => starts };
}

const ask = (sidecar: Sidecar, deadlineMs = LONG_MS, signal?: AbortSignal) =>
  sidecar.request<{ text: string }>("command/run", { name: "toolrecovery", args: "status" }, deadlineMs, signal);



const reasonOf = (answer: Awaited<ReturnType<typeof ask>>): string => (answer.ok ? "answered" : answer.reason);

test("a well-behaved peer answers, and goes when its input ends", SAFE, async () => {
  const { sidecar } = start(peer("well_behaved"), { limits: { graceMs: LONG_MS } });
  assert.deepEqual(await ask(sidecar), { ok: true, result: { text: "status: initialize command/run", level: "info" } });
  const pid = pidOf(sidecar);
  await sidecar.stop();
  await until(() => !isAlive(pid));
});

test("a peer that stays after the end of its input is killed after the grace", SAFE, async () => {
  const { sidecar } = start(peer("deaf"));
  await until(() => sidecar.hello !== undefined);
  const pid = pidOf(sidecar);
  await sidecar.stop();
  await until(() => !isAlive(pid));
});

test("a sidecar hears how the one before it ended, and what that said last", SAFE, async () => {
  const { sidecar } = start(peer("well_behaved"));
  const loudly = { message: { content: [{ arguments: { play: "die loudly" } }] } };
  const answer = await sidecar.request("message/repair", loudly, LONG_MS);
  assert.equal(!answer.ok && answer.reason, "the sidecar exited with status 3");
  const heard = await ask(sidecar);
  assert.equal(heard.ok && heard.result.text, "status: initialize:the_sidecar_exited_with_status_3|Traceback|__oops|ValueError:_7 command/run");
  await sidecar.stop();
});

test("a peer that never greets is given up, again and again, and then for the session", SAFE, async () => {
  const { off, starts, sidecar } = start(peer("silent"), { limits: { helloMs: 20 } });
  assert.match(reasonOf(await ask(sidecar)), /the sidecar did not start: the sidecar gave no answer to initialize in time/);
  assert.match(await off, /failed 5 times in a minute \(the sidecar did not start: the sidecar gave no answer to initialize in time\)/);
  assert.equal(starts(), 5);
});

test("an unanswered request ends at its deadline, and the hung process is replaced", SAFE, async () => {
  const { sidecar, starts } = start(peer("deaf"));
  await until(() => sidecar.hello !== undefined);
  const pid = pidOf(sidecar);
  const answer = await ask(sidecar, 20);
  assert.equal(!answer.ok && answer.interrupted, "late");
  await until(() => !isAlive(pid) && starts() === 2);
  await sidecar.stop();
});

test("an abort ends the request at once and leaves the process alone", SAFE, async () => {
  const { sidecar, starts } = start(peer("deaf"));
  await until(() => sidecar.hello !== undefined);
  const abort = new AbortController();
  const answer = ask(sidecar, LONG_MS, abort.signal);
  abort.abort();
  assert.deepEqual(await answer, { ok: false, reason: "command/run was aborted", interrupted: "aborted" });
  assert.equal(isAlive(pidOf(sidecar)), true);
  assert.equal(starts(), 1);
  await sidecar.stop();
});

test("an abort cancels the request at the peer, which goes on answering", SAFE, async () => {
  const { sidecar } = start(peer("well_behaved"));
  const abort = new AbortController();
  const hanging = { message: { content: [{ arguments: { play: "hang" } }] } };
  const answer = sidecar.request("message/repair", hanging, LONG_MS, abort.signal);
  await until(async () => {
    const log = await ask(sidecar);
    return log.ok && log.result.text.includes("hanging");
  });
  abort.abort();
  assert.equal((await answer).ok, false);
  await until(async () => {
    const log = await ask(sidecar);
    return log.ok && log.result.text.includes("$/cancelRequest");
  });
  await sidecar.stop();
});

test("an abort that came before the request asks nothing", SAFE, async () => {
  const { sidecar } = start(peer("well_behaved"));
  const answer = await ask(sidecar, LONG_MS, AbortSignal.abort());
  assert.equal(!answer.ok && answer.interrupted, "aborted");
  await sidecar.stop();
});

test("everything pending settles when the peer dies, and the next process answers", SAFE, async () => {
  const { sidecar, starts } = start(peer("well_behaved"));
  const play = (word: string) =>
    sidecar.request("message/repair", { message: { content: [{ arguments: { play: word } }] } }, LONG_MS);
  const answers = await Promise.all([play("hang"), play("hang"), play("die")]);
  for (const answer of answers) assert.deepEqual(answer, { ok: false, reason: "the sidecar exited with status 3" });
  await until(async () => (await ask(sidecar)).ok);
  assert.equal(starts(), 2);
  await sidecar.stop();
});

test("what is asked in the pause before a restart is answered by the next process", SAFE, async () => {
  const { sidecar, starts } = start(peer("well_behaved"), { limits: { backoffMs: () => 30 } });
  const die = { message: { content: [{ arguments: { play: "die" } }] } };
  assert.equal((await sidecar.request("message/repair", die, LONG_MS)).ok, false);
  assert.equal((await ask(sidecar)).ok, true);
  assert.equal(starts(), 2);
  await sidecar.stop();
});

for (const [how, signal, deadlineMs, interrupted] of [
  ["an abort", AbortSignal.abort(), LONG_MS, "aborted"],
  ["a deadline", undefined, 10, "late"],
] as const) {
  test(`${how} ends the wait for a restart`, SAFE, async () => {
    const { sidecar } = start(peer("dies_at_once"), { limits: { backoffMs: () => LONG_MS } });
    await ask(sidecar);
    const answer = await ask(sidecar, deadlineMs, signal);
    assert.equal(!answer.ok && answer.interrupted, interrupted);
    await sidecar.stop();
  });
}

test("stopping in the pause before a restart settles what waits for it", SAFE, async () => {
  const { sidecar, starts } = start(peer("dies_at_once"), { limits: { backoffMs: () => LONG_MS } });
  await ask(sidecar);
  const waiting = ask(sidecar);
  await sidecar.stop();
  assert.deepEqual(await waiting, { ok: false, reason: "the session has ended" });
  assert.equal(starts(), 1);
});

test("an answer that was sent before the peer died counts, however much was sent before it", SAFE, async () => {
  const { sidecar } = start(peer("well_behaved"));
  await sidecar.request("tools/set", { key: "k" }, LONG_MS);
  const message = { role: "assistant", content: [call("1", "bash", { cmd: "ls", play: "answer and die" })] };
  const answer = await sidecar.request<RepairResult>("message/repair", { message, tools: "k" }, LONG_MS);
  assert.equal(answer.ok && answer.result.repairs.length, 1, JSON.stringify(answer));
  await sidecar.stop();
});

test("a peer that dies in the middle of a frame settles the request", SAFE, async () => {
  const { sidecar } = start(peer("dies_mid_frame"));
  assert.equal(reasonOf(await ask(sidecar)), "the sidecar exited with status 1");
  await sidecar.stop();
});

test("five failed starts in a minute are the last ones, and the reason is the end of the log", SAFE, async () => {
  const { off, starts, sidecar } = start(peer("dies_at_once"));
  const reason = "the sidecar exited with status 1; ModuleNotFoundError: No module named 'jsonrpcserver'";
  assert.equal(await off, `the sidecar failed 5 times in a minute (${reason})`);
  assert.equal(starts(), 5);
  assert.match(reasonOf(await ask(sidecar)), /failed 5 times/);
});

test("starts that are minutes apart are never too many", SAFE, async () => {
  let minutes = 0;
  const { starts, sidecar } = start(peer("dies_at_once"), { now: () => (minutes += 1) * 60_000 });
  await until(() => starts() >= 7);
  assert.equal(sidecar.off, undefined);
  await sidecar.stop();
});

test("a peer that dies after its work is started again, however often", SAFE, async () => {
  const { sidecar, starts } = start(peer("well_behaved"));
  const die = { message: { content: [{ arguments: { play: "die" } }] } };
  for (let death = 1; death <= 20; death += 1) {
    assert.equal((await ask(sidecar)).ok, true);
    assert.equal((await sidecar.request("message/repair", die, LONG_MS)).ok, false);
  }
  assert.equal((await ask(sidecar)).ok, true);
  assert.equal(starts(), 21);
  await sidecar.stop();
});

test("a peer that has no answer in time, three times in a row, is given up, whatever else it answers", SAFE, async () => {
  const { sidecar, starts, off } = start(peer("well_behaved"));
  const repair = (play: string, deadlineMs: number) =>
    sidecar.request("message/repair", { message: { content: [{ arguments: { play } }] }, tools: "k" }, deadlineMs);
  const set = () => sidecar.request("tools/set", { key: "k" }, LONG_MS);
  const late = async () => assert.equal((await set()).ok && (await repair("hang", 20)).ok, false);
  await late();
  await late();
  assert.equal((await set()).ok && (await repair("", LONG_MS)).ok, true, "an answer: the count begins anew");
  await late();
  await late();
  await late();
  assert.equal(await off, "the sidecar gave no answer to message/repair in time, 3 times in a row");
  assert.equal(starts(), 5, "every one but the last was replaced");
});

test("a program that vanished while it ran is looked for again", SAFE, async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolrecovery-"));
  const file = join(folder, "python");
  after(() => rmSync(folder, { recursive: true }));
  symlinkSync(process.execPath, file);
  const { sidecar } = start({ ...peer("well_behaved"), file }, { limits: { backoffMs: () => 1, failures: 1e9 } });
  assert.equal((await ask(sidecar)).ok, true);
  rmSync(file);
  const die = { message: { content: [{ arguments: { play: "die" } }] } };
  assert.equal((await sidecar.request("message/repair", die, LONG_MS)).ok, false);
  assert.match(reasonOf(await ask(sidecar)), /ENOENT/);
  symlinkSync(process.execPath, file);
  await until(async () => (await ask(sidecar)).ok);
  await sidecar.stop();
});

for (const name of ["speaks_garbage", "speaks_bad_json", "floods_text", "floods_frames"]) {
  test(`a peer that ${name.replaceAll("_", " ")} is replaced, and in the end given up`, SAFE, async () => {
    const { off, starts, sidecar } = start(peer(name));
    assert.equal((await ask(sidecar)).ok, false);
    assert.match(await off, /^the sidecar failed 5 times in a minute \((the sidecar (wrote|flooded)|the connection to the sidecar broke)/);
    assert.equal(starts(), 5);
  });
}

test("a flood of log lines harms nothing", SAFE, async () => {
  const { sidecar } = start(peer("floods_stderr"));
  assert.equal((await ask(sidecar)).ok, true);
  await sidecar.stop();
});

test("a program that is not there is tried once", SAFE, async () => {
  const { off, starts, sidecar } = start({ ...peer("silent"), file: "/nowhere/python" });
  assert.match(await off, /could not be started: spawn \/nowhere\/python ENOENT/);
  assert.equal(starts(), 1);
  assert.equal((await ask(sidecar)).ok, false);
  await sidecar.stop();
});

test("a missing library is said, not thrown", SAFE, async () => {
  const { off } = start(peer("well_behaved"), { loadRpc: () => Promise.reject(new Error("Cannot find module")) });
  assert.match(await off, /vscode-jsonrpc cannot be read/);
});

test("requests and notes to a stopped sidecar come to nothing", SAFE, async () => {
  const { sidecar } = start(peer("well_behaved"));
  await sidecar.stop();
  await sidecar.notify("repair/rejected", { id: "call_1", error: "no" });
  assert.deepEqual(await ask(sidecar), { ok: false, reason: "the session has ended" });
});

test("what the sidecar says unasked reaches its handler", SAFE, async () => {
  const heard: unknown[] = [];
  const { sidecar } = start(peer("well_behaved"), {
    handlers: { "host/status": (params) => void heard.push(params), "host/notify": (params) => void heard.push(params) },
  });
  await sidecar.request("command/run", { name: "toolrecovery", args: "speak" }, LONG_MS);
  assert.deepEqual(heard, [{ text: "1 repaired" }, { text: "hello", level: "warning" }]);
  await sidecar.stop();
});
