/** The managed environment: built once, whole or not at all, by one pi at a time, and never waited for. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { after, test } from "node:test";
import { Environment, pythonIn } from "../../../pi-bridge/python/environment.ts";
import { BUILD_LOCK, holds, isCurrent, LOCK, locked } from "../../../pi-bridge/python/locked.ts";
import { findPython } from "../../../pi-bridge/python/choose.ts";
import { setUp } from "../../../pi-bridge/python/setup.ts";
import { fakeMachine, type FakeMachine, type Programs } from "../fake_machine.ts";
import { SAFE, until } from "../helpers.ts";

const never = new AbortController().signal;
const places: string[] = [];
after(() => places.forEach((place) => rmSync(place, { recursive: true, force: true })));

/** A package with lock files, and an agent directory. */
function place(lock = "one==1.0 \\\n    --hash=sha256:00\n"): { root: string; agent: string; environment: Environment } {
  const root = mkdtempSync(join(tmpdir(), "toolrecovery-setup-"));
  places.push(root);
  writeFileSync(join(root, LOCK), lock);
  writeFileSync(join(root, BUILD_LOCK), "setuptools==80.0\n");
  const agent = join(root, "agent");
  return { root, agent, environment: new Environment(root, agent) };
}

const BASE = process.platform === "win32" ? "C:\\python\\python.exe" : "/python/python3";
const PATH = dirname(BASE);

/** A machine with one Python, whose venv module makes the interpreter that later steps are given to. */
function withPython(steps: (args: string[]) => { code?: number; stderr?: string } | void = () => {}): FakeMachine {
  const step = (args: string[]): ReturnType<typeof steps> => steps(args);
  const programs: Programs = {
    [BASE]: (args) => {
      if (args.includes("-c")) return { stdout: JSON.stringify([[3, 12, 1], true, BASE]) };
      const folder = args.at(-1) ?? "";
      mkdirSync(dirname(pythonIn(folder)), { recursive: true });
      writeFileSync(pythonIn(folder), "");
      programs[pythonIn(folder)] = step;
      return step(args);
    },
  };
  return fakeMachine(process.platform, { PATH }, programs);
}

const left = (environment: Environment): string[] => (existsSync(environment.home) ? readdirSync(environment.home) : []);

test("pip: an environment is made from the locks, with hashes, and found from then on", SAFE, async () => {
  const { root, agent, environment } = place();
  const on = withPython();
  const told: string[] = [];
  const outcome = await setUp(root, environment, on, (progress) => told.push(progress), never);
  const python = environment.python();
  assert.ok(python && existsSync(python));
  assert.deepEqual(outcome, { file: python });
  assert.deepEqual(told, ["setting up Python…", ...[1, 2, 3, 4].map((step) => `setting up Python… ${step}/4`)]);
  const installs = on.started.filter((words) => words.includes("install"));
  assert.deepEqual(installs.map((words) => words.at(-1)), [join(root, BUILD_LOCK), join(root, LOCK)]);
  for (const words of installs) assert.ok(words.includes("--require-hashes"), words.join(" "));
  assert.ok(installs[1]?.includes("--no-build-isolation"), "nothing unlocked is fetched to build with");
  assert.deepEqual(findPython(root, {}, new Environment(root, agent)), { file: python, managed: true });
});

test("uv: is taken where it is, brings a Python where there is none, and asks for hashes too", SAFE, async () => {
  const { root, environment } = place();
  const uv = join(PATH, process.platform === "win32" ? "uv.exe" : "uv");
  const on = fakeMachine(process.platform, { PATH }, { [uv]: () => {} });
  assert.ok("file" in (await setUp(root, environment, on, () => {}, never)));
  assert.deepEqual(on.started[0]?.slice(0, 2), [uv, "venv"]);
  assert.ok(on.started[0]?.includes("only-managed"), "it starts no program of its own finding");
  const installs = on.started.filter((words) => words.includes("install"));
  assert.equal(installs.length, 2);
  for (const words of installs) assert.ok(words.includes("--require-hashes"), words.join(" "));
});

test("a step that fails leaves no environment, says why once, and the next start tries again", SAFE, async () => {
  const { root, environment } = place();
  const offline = withPython((args) => (args.includes("install") ? { code: 1, stderr: "WARNING: Retrying\nERROR: No matching distribution: connection failed\n" } : undefined));
  const outcome = await setUp(root, environment, offline, () => {}, never);
  assert.match("trouble" in outcome ? outcome.trouble : "", /pip .*failed: ERROR: No matching distribution: connection failed\. Is there a network\? .*next start\.$/);
  assert.equal(environment.python(), undefined);
  assert.ok("file" in (await setUp(root, environment, withPython(), () => {}, never)));
  assert.equal(left(environment).filter((name) => /^env-\w+-\w+$/.test(name)).length, 1, "what was half built is gone");
});

test("the cause is said as the tool said it, with the lines below its first error", SAFE, async () => {
  const { root, environment } = place();
  const stderr = "Resolving\nerror: Failed to initialize cache\n  Caused by: Permission denied (os error 13)\n";
  const outcome = await setUp(root, environment, withPython((args) => (args.includes("install") ? { code: 2, stderr } : undefined)), () => {}, never);
  assert.match("trouble" in outcome ? outcome.trouble : "", /failed: error: Failed to initialize cache Caused by: Permission denied \(os error 13\)\. It tries again/);
});

for (const tool of ["pip", "uv"]) {
  test(`${tool} keeps its cache beside the environment, until that is complete`, SAFE, async () => {
    const { root, environment } = place();
    const seen: boolean[] = [];
    const steps = (args: string[]): void => {
      if (!args.includes("install")) return;
      assert.equal(args[args.indexOf("--cache-dir") + 1], environment.cache);
      mkdirSync(environment.cache, { recursive: true });
      seen.push(true);
    };
    const uv = join(PATH, process.platform === "win32" ? "uv.exe" : "uv");
    const on = tool === "pip" ? withPython(steps) : fakeMachine(process.platform, { PATH }, { [uv]: steps });
    assert.ok("file" in (await setUp(root, environment, on, () => {}, never)));
    assert.deepEqual([seen.length, existsSync(environment.cache)], [2, false]);
  });
}

test("what is made is its owner's alone, whatever the umask is", { ...SAFE, skip: process.platform === "win32" && "no such modes" }, async () => {
  const before = process.umask(0);
  try {
    const { root, environment } = place();
    assert.ok("file" in (await setUp(root, environment, withPython(), () => {}, never)));
    const modes = [environment.home, ...left(environment).filter((name) => name.endsWith(".json")).map((name) => join(environment.home, name))];
    assert.deepEqual(modes.map((path) => (statSync(path).mode & 0o777).toString(8)), ["700", "600"]);
  } finally {
    process.umask(before);
  }
});

test("no Python: said in one line, and nothing is left", SAFE, async () => {
  const { root, environment } = place();
  const outcome = await setUp(root, environment, fakeMachine("linux", { PATH: "/usr/bin" }, {}), () => {}, never);
  assert.match("trouble" in outcome ? outcome.trouble : "", /^toolrecovery found no Python 3\.11 or newer/);
  assert.deepEqual(left(environment), []);
});

test("an end in the middle starts no further step, and leaves no environment", SAFE, async () => {
  const { root, environment } = place();
  const over = new AbortController();
  const on = withPython((args) => (args.includes("install") ? over.abort() : undefined));
  assert.deepEqual(await setUp(root, environment, on, () => {}, over.signal), { trouble: "the session has ended" });
  assert.equal(on.started.filter((words) => words.includes("install")).length, 1);
  assert.equal(environment.python(), undefined);
  assert.deepEqual(left(environment).filter((name) => name.endsWith(".lock")), []);
});

test("two at once: one builds, the other waits for it and takes what it made", SAFE, async () => {
  const { root, agent, environment } = place();
  assert.ok(environment.claim());
  const told: string[] = [];
  const on = withPython();
  const second = setUp(root, new Environment(root, agent), on, (progress) => told.push(progress), never);
  await until(() => told.length > 0);
  const folder = environment.begin();
  mkdirSync(dirname(pythonIn(folder)), { recursive: true });
  writeFileSync(pythonIn(folder), "");
  environment.finish(folder);
  environment.release();
  assert.deepEqual(await second, { file: pythonIn(folder) });
  assert.deepEqual(on.started, []);
  assert.match(told[0] ?? "", /another pi/);
});

for (const [whose, owner] of [
  ["a process that has ended", "2147483646"],
  ["this process's number, from an earlier life", String(process.pid)],
  ["nobody", ""],
] as const) {
  test(`a lock of ${whose} holds nobody up`, () => {
    const { environment } = place();
    assert.ok(environment.claim());
    environment.release();
    writeFileSync(join(environment.home, lockName(environment)), owner);
    assert.equal(environment.claim(), true);
    environment.release();
  });
}

test("a lock of a living process holds, until it has not moved for long", () => {
  const { environment } = place();
  mkdirSync(environment.home, { recursive: true });
  const lock = join(environment.home, lockName(environment));
  writeFileSync(lock, String(process.ppid));
  assert.equal(environment.claim(), false);
  utimesSync(lock, 0, 0);
  assert.equal(environment.claim(), true);
  environment.release();
});

test("other locks are another environment; the one unused for long goes, others and their builds stay", SAFE, async () => {
  const { root, agent, environment } = place();
  await setUp(root, environment, withPython(), () => {}, never);
  writeFileSync(join(root, LOCK), "one==2.0\n");
  const next = new Environment(root, agent);
  assert.equal(next.python(), undefined);
  await setUp(root, next, withPython(), () => {}, never);
  assert.ok(existsSync(environment.python() ?? ""), "a running pi may use it");
  assert.ok(environment.claim());
  const building = environment.begin();
  mkdirSync(building);
  next.sweep(Date.now() + 40 * 24 * 60 * 60 * 1000);
  assert.equal(environment.python(), undefined);
  assert.ok(existsSync(building), "another pi builds there");
  assert.ok(existsSync(next.python() ?? ""));
});

test("cleared: every environment goes, what a person put beside them stays", SAFE, async () => {
  const { root, environment } = place();
  await setUp(root, environment, withPython(), () => {}, never);
  writeFileSync(join(environment.home, "mine.txt"), "");
  assert.equal(environment.clear(), true);
  assert.deepEqual(left(environment), ["mine.txt"]);
  assert.equal(environment.clear(), false);
});

test("an environment whose Python was removed is none", SAFE, async () => {
  const { root, environment } = place();
  await setUp(root, environment, withPython(), () => {}, never);
  rmSync(environment.python() ?? "");
  assert.equal(environment.python(), undefined);
});

test("a setting stands alone, also when it is wrong; a bare name is left to PATH", () => {
  const { root, environment } = place();
  const set = { TOOLRECOVERY_PYTHON: "/opt/python" };
  assert.deepEqual(findPython(root, set, environment, (path) => path === "/opt/python"), { file: "/opt/python", managed: false });
  assert.deepEqual(findPython(root, set, environment, () => false), { tried: "/opt/python" });
  assert.deepEqual(findPython(root, { TOOLRECOVERY_PYTHON: "python3.12" }, environment, () => false), { file: "python3.12", managed: false });
});

test("the repository's own environment is taken where it has what is locked, and only there", () => {
  const { root, environment } = place("One_Two==1.0 \\\n    --hash=sha256:00\nonly-there==2.0 ; sys_platform == 'win32' \\\n");
  const python = pythonIn(join(root, ".venv"));
  const packages = join(root, ".venv", ...(process.platform === "win32" ? ["Lib"] : ["lib", "python3.12"]), "site-packages");
  mkdirSync(dirname(python), { recursive: true });
  writeFileSync(python, "");
  assert.equal(findPython(root, {}, environment), undefined, "another project's, or one half made");
  mkdirSync(join(packages, "one.two-0.9.dist-info"), { recursive: true });
  assert.equal(findPython(root, {}, environment), undefined, "an older one");
  mkdirSync(join(packages, "one.two-1.0.dist-info"));
  assert.deepEqual(findPython(root, {}, environment), { file: python, managed: false });
});

test("the shipped lock reads, and what developers have holds it", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "..", "..", LOCK), "utf8");
  assert.ok(locked(text).includes("jsonrpcserver==5.0.9"));
  assert.equal(holds(text, []), false);
  assert.ok(isCurrent(join(import.meta.dirname, "..", "..", ".."), join(import.meta.dirname, "..", "..", "..", ".venv")));
});

/** As the environment names it. */
function lockName(environment: Environment): string {
  return `${environment.begin().slice(environment.home.length + 1).split("-").slice(0, 2).join("-")}.lock`;
}

