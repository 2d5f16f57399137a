/** What set-up starts ends when it is told to, with all that it started itself. */

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { run } from "../../../pi-bridge/python/run.ts";
import { isAlive, SAFE, until } from "../helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "toolrecovery-run-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const how = { cwd: folder, env: process.env, signal: new AbortController().signal };
const node = (code: string) => ({ file: process.execPath, args: ["-e", code] });

test("how it ended and what it said are told", SAFE, async () => {
  const ran = await run(node("console.log('out'); console.error('err'); process.exitCode = 3"), how);
  assert.deepEqual(ran, { code: 3, stdout: "out\n", stderr: "err\n" });
});

test("of much that is said the end is kept", SAFE, async () => {
  const { stdout } = await run(node("console.log('x'.repeat(1e6) + 'end')"), how);
  assert.ok(stdout.length <= 20_000 && stdout.endsWith("end\n"));
});

test("one that is not there is told, not thrown", SAFE, async () => {
  const { code, stderr } = await run({ file: join(folder, "nowhere"), args: [] }, how);
  assert.equal(code, null);
  assert.match(stderr, /ENOENT/);
});

test("an abort ends it and what it started", SAFE, async () => {
  const pids = join(folder, "pids");
  const child = `"setInterval(() => {}, 1000)"`;
  const code = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", ${child}], { stdio: "inherit" });
    require("node:fs").writeFileSync(${JSON.stringify(`${pids}.new`)}, process.pid + " " + child.pid);
    require("node:fs").renameSync(${JSON.stringify(`${pids}.new`)}, ${JSON.stringify(pids)});
    setInterval(() => {}, 1000);`;
  const over = new AbortController();
  const running = run(node(code), { ...how, signal: over.signal });
  await until(() => existsSync(pids));
  const both = readFileSync(pids, "utf8").split(" ").map(Number);
  assert.ok(both.every(isAlive));
  over.abort();
  assert.equal((await running).code, null);
  await until(() => !both.some(isAlive));
});

test("nothing is started after an abort", SAFE, async () => {
  const signal = AbortSignal.abort();
  assert.deepEqual(await run(node("console.log(1)"), { ...how, signal }), { code: null, stdout: "", stderr: "" });
});
