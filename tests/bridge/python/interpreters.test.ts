/** Which Python is taken on which system, which programs are never started, and what a person is told where there is none. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { noPython } from "../../../pi-bridge/python/advice.ts";
import { findInterpreter, findUv } from "../../../pi-bridge/python/interpreters.ts";
import { command } from "../../../pi-bridge/python/run.ts";
import { fakeMachine, type FakeMachine } from "../fake_machine.ts";

const never = new AbortController().signal;
const find = (on: FakeMachine, hasUv = false) => findInterpreter(on, hasUv, never);
const files = (on: FakeMachine): (string | undefined)[] => on.started.map(([file]) => file);

const WINDOWS = {
  Path: "C:\\Windows\\system32;C:\\Users\\ann\\AppData\\Local\\Microsoft\\WindowsApps;C:\\tools",
  SystemRoot: "C:\\Windows",
  LOCALAPPDATA: "C:\\Users\\ann\\AppData\\Local",
  USERPROFILE: "C:\\Users\\ann",
};
const STUB = "C:\\Users\\ann\\AppData\\Local\\Microsoft\\WindowsApps\\python.exe";

test("Linux: a Python on PATH that is new enough is taken, older ones are passed over", async () => {
  const on = fakeMachine("linux", { PATH: "/usr/local/bin:/usr/bin" }, { "/usr/local/bin/python3": "3.9.2", "/usr/bin/python3": "3.11.2" });
  const { found, tried } = await find(on);
  assert.deepEqual(found, { file: "/usr/bin/python3", version: "3.11.2", hasEnsurepip: true });
  assert.deepEqual(tried, ["/usr/local/bin/python3 (3.9.2)"]);
});

test("the order of PATH goes before the number, in one folder the number goes first", async () => {
  const programs = { "/usr/bin/python3.13": "3.13.0", "/mine/python3": "3.11.1", "/usr/bin/python3": "3.12.1" };
  assert.equal((await find(fakeMachine("linux", { PATH: "/mine:/usr/bin" }, programs))).found?.file, "/mine/python3");
  assert.equal((await find(fakeMachine("linux", { PATH: "/usr/bin:/mine" }, programs))).found?.file, "/usr/bin/python3.13");
});

test("one that does not run is passed over", async () => {
  const on = fakeMachine("linux", { PATH: "/shims:/usr/bin" }, { "/shims/python3.13": "not installed", "/usr/bin/python3": "3.12.0" });
  assert.equal((await find(on)).found?.file, "/usr/bin/python3");
});

test("a shim leads to the program itself", async () => {
  const on = fakeMachine("linux", { PATH: "/shims" }, { "/shims/python3": "3.12.4" }, { "/shims/python3": "/versions/3.12.4/bin/python3" });
  assert.equal((await find(on)).found?.file, "/versions/3.12.4/bin/python3");
});

test("a relative folder on PATH is the project's, and is not looked into", async () => {
  const on = fakeMachine("linux", { PATH: ".:bin::/usr/bin" }, { python3: "3.12.4", "bin/python3": "3.12.4" });
  assert.deepEqual(await find(on), { found: undefined, tried: [] });
  assert.deepEqual(on.started, []);
});

test("one without ensurepip is taken only where nothing better is, or where uv needs none", async () => {
  const both = { "/usr/bin/python3.12": "3.12.3-", "/usr/bin/python3.11": "3.11.9" };
  assert.equal((await find(fakeMachine("linux", { PATH: "/usr/bin" }, both))).found?.file, "/usr/bin/python3.11");
  assert.equal((await find(fakeMachine("linux", { PATH: "/usr/bin" }, both), true)).found?.file, "/usr/bin/python3.12");
  const lacking = await find(fakeMachine("linux", { PATH: "/usr/bin" }, { "/usr/bin/python3": "3.12.3-" }));
  assert.equal(lacking.found?.hasEnsurepip, false);
});

test("macOS: Homebrew's is found where PATH is short", async () => {
  const on = fakeMachine("darwin", { PATH: "/usr/bin:/bin" }, { "/opt/homebrew/bin/python3.13": "3.13.1" });
  assert.equal((await find(on)).found?.file, "/opt/homebrew/bin/python3.13");
});

for (const [tools, starts] of [["absent", false], ["installed", true]] as const) {
  test(`macOS: Apple's stub ${starts ? "runs where its tools are installed" : "is not started where that opens a dialog"}`, async () => {
    const links = { "/home/ann/bin/python3": "/usr/bin/python3" };
    const programs = {
      "/usr/bin/python3": "3.9.6",
      "/home/ann/bin/python3": "3.9.6",
      "/usr/bin/xcode-select": () => ({ code: starts ? 0 : 2 }),
    };
    const on = fakeMachine("darwin", { PATH: "/home/ann/bin:/usr/bin" }, programs, links);
    assert.equal((await find(on)).found, undefined);
    assert.equal(files(on).includes("/usr/bin/python3"), starts, tools);
    assert.equal(files(on).includes("/home/ann/bin/python3"), starts, "a link to it");
    assert.deepEqual(on.started[0], ["/usr/bin/xcode-select", "-p"]);
  });
}

test("macOS: where no stub is in the way, xcode-select is not asked", async () => {
  const on = fakeMachine("darwin", { PATH: "/opt/python/bin" }, { "/opt/python/bin/python3": "3.12.1" });
  await find(on);
  assert.deepEqual(files(on), ["/opt/python/bin/python3"]);
});

test("Windows: the launcher is asked for a Python 3, and leads to it", async () => {
  const python = "C:\\Python312\\python.exe";
  const on = fakeMachine("win32", WINDOWS, { "C:\\Windows\\py.exe": "3.12.7", [STUB]: "3.12.0" }, { "C:\\Windows\\py.exe": python });
  assert.equal((await find(on)).found?.file, python);
  assert.deepEqual(on.started[0]?.slice(0, 2), ["C:\\Windows\\py.exe", "-3"]);
});

test("Windows: what may open the Microsoft Store is never started", async () => {
  const on = fakeMachine("win32", WINDOWS, { [STUB]: "3.12.0", [STUB.replace("python", "python3")]: "3.12.0" });
  assert.equal((await find(on)).found, undefined);
  assert.deepEqual(on.started, []);
});

test("Windows: pyenv's shims and the installer's folders are looked into, whatever the case of PATH", async () => {
  const shim = "C:\\tools\\python.bat";
  const installed = "C:\\Users\\ann\\AppData\\Local\\Programs\\Python\\Python313\\python.exe";
  const on = fakeMachine("win32", WINDOWS, { [shim]: "3.8.0", [installed]: "3.13.0" });
  const { found, tried } = await find(on);
  assert.equal(found?.file, installed);
  assert.deepEqual(tried, [`${shim} (3.8.0)`]);
});

test("Windows starts .bat and .cmd through its shell, quoted; everything else directly", () => {
  const how = { cwd: "C:\\", env: { ComSpec: "C:\\Windows\\cmd.exe" } };
  const shim = command({ file: "C:\\my tools\\python.bat", args: ["-c", "a b"] }, how, "win32");
  assert.equal(shim.file, "C:\\Windows\\cmd.exe");
  assert.deepEqual(shim.args, ["/d", "/s", "/c", '""C:\\my tools\\python.bat" "-c" "a b""']);
  assert.equal(shim.options.windowsVerbatimArguments, true);
  assert.equal(command({ file: "C:\\python.exe", args: [] }, how, "win32").file, "C:\\python.exe");
  assert.equal(command({ file: "/x/run.bat", args: [] }, how, "linux").file, "/x/run.bat");
});

test("uv is found on PATH, where its installer puts it, and nowhere else", () => {
  assert.equal(findUv(fakeMachine("linux", { PATH: "/usr/bin" }, { "/usr/bin/uv": "" })), "/usr/bin/uv");
  assert.equal(findUv(fakeMachine("linux", { PATH: "/usr/bin", HOME: "/home/ann" }, { "/home/ann/.local/bin/uv": "" })), "/home/ann/.local/bin/uv");
  assert.equal(findUv(fakeMachine("win32", WINDOWS, { "C:\\Users\\ann\\.local\\bin\\uv.exe": "" })), "C:\\Users\\ann\\.local\\bin\\uv.exe");
  assert.equal(findUv(fakeMachine("linux", { PATH: "/usr/bin" }, { "/opt/uv": "" })), undefined);
});

for (const [system, on, line] of [
  ["Debian", fakeMachine("linux", { PATH: "/usr/bin" }, { "/usr/bin/apt-get": "" }), "sudo apt install python3-venv"],
  ["Debian with an old Python", fakeMachine("linux", { PATH: "/usr/bin" }, { "/usr/bin/apt-get": "", "/usr/bin/python3": "3.9.2" }), "astral.sh/uv"],
  ["Debian without venv", fakeMachine("linux", { PATH: "/usr/bin" }, { "/usr/bin/apt-get": "", "/usr/bin/python3": "3.11.2-" }), "sudo apt install python3.11-venv"],
  ["Fedora", fakeMachine("linux", { PATH: "/usr/bin" }, { "/usr/bin/dnf": "", "/usr/bin/python3": "3.9.2" }), "sudo dnf install python3.12"],
  ["macOS with Homebrew", fakeMachine("darwin", { PATH: "/usr/bin" }, { "/opt/homebrew/bin/brew": "" }), "brew install python"],
  ["macOS alone", fakeMachine("darwin", { PATH: "/usr/bin" }, {}), "astral.sh/uv"],
  ["Windows", fakeMachine("win32", WINDOWS, {}), "winget install Python.Python.3.13"],
] as const) {
  test(`${system}: the message is one line, names what was tried and what to run`, async () => {
    const search = await find(on);
    const said = noPython(on, search);
    assert.ok(said.includes(line), said);
    assert.ok(!said.includes("\n"));
    for (const each of search.tried) assert.ok(said.includes(each), said);
  });
}
