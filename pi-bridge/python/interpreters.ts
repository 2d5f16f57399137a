/** The surroundings → the programs that may be a Python, in the order to try them, and what each turned out to be. */

import { lookUp, pathsOf, variable, type Program, type Surroundings } from "./machine.ts";

const OLDEST = [3, 11] as const;
// In one folder the ones with ready-made packages come first; unnumbered names may be anything.
const UNIX_NAMES = ["python3.13", "python3.12", "python3.11", "python3.14", "python3", "python"];
const WINDOWS_NAMES = ["python.exe", "python3.exe", "python.bat", "python.cmd"]; // .bat: pyenv's
const MAC_FOLDERS = ["/opt/homebrew/bin", "/usr/local/bin"]; // a pi started from the Dock has a short PATH
const APPLE_STUB = "/usr/bin/python3"; // opens a dialog where the command line tools are not installed
const STORE = /[\\/]microsoft[\\/]windowsapps[\\/]/i; // python.exe there may be what opens the Microsoft Store
const MANY = 16; // each costs a start

const ASK =
  "import sys, json, importlib.util as u; " +
  "print(json.dumps([list(sys.version_info[:3]), u.find_spec('ensurepip') is not None, sys.executable]))";

export interface Interpreter {
  /** The program itself, not the shim or launcher that led to it. */
  file: string;
  version: string;
  /** It can make an environment with pip in it; Debian packs that apart. */
  makes: boolean;
}

export interface Search {
  found: Interpreter | undefined;
  /** What was looked at, each with why it is of no use. */
  tried: string[];
}

export async function findInterpreter(around: Surroundings, hasUv: boolean, signal: AbortSignal): Promise<Search> {
  const tried: string[] = [];
  let incomplete: Interpreter | undefined;
  for (const program of await candidates(around, signal)) {
    if (signal.aborted) break;
    const interpreter = await ask(around, program, signal);
    if (typeof interpreter === "string") tried.push(interpreter);
    else if (interpreter.makes || hasUv) return { found: interpreter, tried };
    else incomplete ??= interpreter;
  }
  return { found: incomplete, tried };
}

export async function candidates(around: Surroundings, signal: AbortSignal): Promise<Program[]> {
  const files = around.platform === "win32" ? onWindows(around) : onUnix(around);
  const programs = files.slice(0, MANY).map((file) => ({ file, args: isLauncher(file) ? ["-3"] : [] }));
  if (around.platform !== "darwin") return programs;
  const isStub = ({ file }: Program): boolean => around.real(file) === APPLE_STUB;
  if (!programs.some(isStub)) return programs;
  const tools = await around.run({ file: "/usr/bin/xcode-select", args: ["-p"] }, signal);
  return tools.code === 0 ? programs : programs.filter((program) => !isStub(program));
}

function onUnix(around: Surroundings): string[] {
  const own = around.env["HOME"] ? [`${around.env["HOME"]}/.local/bin`] : [];
  return lookUp(around, UNIX_NAMES, [...own, ...(around.platform === "darwin" ? MAC_FOLDERS : [])]);
}

/** The launcher knows all that are installed; where there is none, PATH and the installer's own folders. */
function onWindows(around: Surroundings): string[] {
  const { join } = pathsOf(around);
  const local = variable(around, "LOCALAPPDATA");
  const launchers = [variable(around, "SystemRoot"), local && join(local, "Programs", "Python", "Launcher")];
  const installed = local ? ["313", "312", "311", "314"].map((version) => join(local, "Programs", "Python", `Python${version}`)) : [];
  const pythons = lookUp(around, WINDOWS_NAMES, installed).filter((file) => !STORE.test(file));
  return [...lookUp(around, ["py.exe"], launchers), ...pythons];
}

function isLauncher(file: string): boolean {
  return /[\\/]py\.exe$/i.test(file);
}

async function ask(around: Surroundings, { file, args }: Program, signal: AbortSignal): Promise<Interpreter | string> {
  const { code, stdout } = await around.run({ file, args: [...args, "-I", "-c", ASK] }, signal);
  const said = code === 0 ? answer(stdout) : undefined;
  if (!said) return `${file} (does not run)`;
  const [[major, minor, patch], makes, executable] = said;
  const version = `${major}.${minor}.${patch}`;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) return `${file} (${version})`;
  return { file: executable || file, version, makes };
}

function answer(stdout: string): [[number, number, number], boolean, string] | undefined {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/** uv, wherever its installers put it. */
export function findUv(around: Surroundings): string | undefined {
  const { join } = pathsOf(around);
  const home = variable(around, around.platform === "win32" ? "USERPROFILE" : "HOME");
  const own = home ? [join(home, ".local", "bin"), join(home, ".cargo", "bin")] : [];
  const more = around.platform === "darwin" ? [...own, ...MAC_FOLDERS] : own;
  return lookUp(around, [around.platform === "win32" ? "uv.exe" : "uv"], more)[0];
}
