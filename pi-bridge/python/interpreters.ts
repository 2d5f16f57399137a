/** Finds a Python that is new enough, and uv. */

import { lookUp, pathsOf, variable, type Machine } from "./machine.ts";
import type { Program } from "./run.ts";

const OLDEST = [3, 11] as const;
// Order within one folder: versions with prebuilt packages first, then names that may be any version.
const UNIX_NAMES = ["python3.13", "python3.12", "python3.11", "python3.14", "python3", "python"];
const WINDOWS_NAMES = ["python.exe", "python3.exe", "python.bat", "python.cmd"]; // .bat: pyenv's
const MAC_FOLDERS = ["/opt/homebrew/bin", "/usr/local/bin"]; // missing in PATH when pi is started from the Dock
const APPLE_STUB = "/usr/bin/python3"; // opens a dialog if the command line tools are not installed
const STORE = /[\\/]microsoft[\\/]windowsapps[\\/]/i; // python.exe in there may only open the Microsoft Store
const MAX_CANDIDATES = 16; // each is started once

const QUERY =
  "import sys, json, importlib.util as u; " +
  "print(json.dumps([list(sys.version_info[:3]), u.find_spec('ensurepip') is not None, sys.executable]))";

export interface Interpreter {
  /** The interpreter itself, not the shim or launcher that starts it. */
  file: string;
  version: string;
  /** Can create an environment with pip; on Debian that is a separate package. */
  hasEnsurepip: boolean;
}

export interface Search {
  found: Interpreter | undefined;
  /** The unusable ones, each with the reason. */
  tried: string[];
}

export async function findInterpreter(machine: Machine, hasUv: boolean, signal: AbortSignal): Promise<Search> {
  const tried: string[] = [];
  let incomplete: Interpreter | undefined;
  for (const program of await candidates(machine, signal)) {
    if (signal.aborted) break;
    const interpreter = await ask(machine, program, signal);
    if (typeof interpreter === "string") tried.push(interpreter);
    else if (interpreter.hasEnsurepip || hasUv) return { found: interpreter, tried };
    else incomplete ??= interpreter;
  }
  return { found: incomplete, tried };
}

export async function candidates(machine: Machine, signal: AbortSignal): Promise<Program[]> {
  const files = machine.platform === "win32" ? onWindows(machine) : onUnix(machine);
  const programs = files.slice(0, MAX_CANDIDATES).map((file) => ({ file, args: isLauncher(file) ? ["-3"] : [] }));
  if (machine.platform !== "darwin") return programs;
  const isStub = ({ file }: Program): boolean => machine.real(file) === APPLE_STUB;
  if (!programs.some(isStub)) return programs;
  const tools = await machine.run({ file: "/usr/bin/xcode-select", args: ["-p"] }, signal);
  return tools.code === 0 ? programs : programs.filter((program) => !isStub(program));
}

function onUnix(machine: Machine): string[] {
  const own = machine.env["HOME"] ? [`${machine.env["HOME"]}/.local/bin`] : [];
  return lookUp(machine, UNIX_NAMES, [...own, ...(machine.platform === "darwin" ? MAC_FOLDERS : [])]);
}

/** The launcher first, which knows every installed Python; then PATH and the installer's folders. */
function onWindows(machine: Machine): string[] {
  const { join } = pathsOf(machine);
  const local = variable(machine, "LOCALAPPDATA");
  const launchers = [variable(machine, "SystemRoot"), local && join(local, "Programs", "Python", "Launcher")];
  const installed = local ? ["313", "312", "311", "314"].map((version) => join(local, "Programs", "Python", `Python${version}`)) : [];
  const pythons = lookUp(machine, WINDOWS_NAMES, installed).filter((file) => !STORE.test(file));
  return [...lookUp(machine, ["py.exe"], launchers), ...pythons];
}

function isLauncher(file: string): boolean {
  return /[\\/]py\.exe$/i.test(file);
}

async function ask(machine: Machine, { file, args }: Program, signal: AbortSignal): Promise<Interpreter | string> {
  const { code, stdout } = await machine.run({ file, args: [...args, "-I", "-c", QUERY] }, signal);
  const parsed = code === 0 ? parse(stdout) : undefined;
  if (!parsed) return `${file} (does not run)`;
  const [[major, minor, patch], hasEnsurepip, executable] = parsed;
  const version = `${major}.${minor}.${patch}`;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) return `${file} (${version})`;
  return { file: executable || file, version, hasEnsurepip };
}

function parse(stdout: string): [[number, number, number], boolean, string] | undefined {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/** uv on PATH, or where its installers put it. */
export function findUv(machine: Machine): string | undefined {
  const { join } = pathsOf(machine);
  const home = variable(machine, machine.platform === "win32" ? "USERPROFILE" : "HOME");
  const own = home ? [join(home, ".local", "bin"), join(home, ".cargo", "bin")] : [];
  const more = machine.platform === "darwin" ? [...own, ...MAC_FOLDERS] : own;
  return lookUp(machine, [machine.platform === "win32" ? "uv.exe" : "uv"], more)[0];
}
