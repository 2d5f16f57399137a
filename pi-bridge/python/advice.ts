/** The message for a system without a usable Python, with the command to run there. */

import type { Search } from "./interpreters.ts";
import { lookUp, type Machine } from "./machine.ts";

const UV = "curl -LsSf https://astral.sh/uv/install.sh | sh"; // can install a Python itself
const MANAGERS: readonly (readonly [string, string])[] = [
  ["brew", "brew install python"],
  ["apt-get", "sudo apt install python3-venv"],
  ["dnf", "sudo dnf install python3.12"],
  ["pacman", "sudo pacman -S python"],
  ["zypper", "sudo zypper install python312"],
  ["apk", "sudo apk add python3"],
];

export function noPython(machine: Machine, { found, tried }: Search): string {
  if (found) {
    const line = hasProgram(machine, "apt-get") ? `sudo apt install python${minor(found.version)}-venv` : UV;
    return `toolrecovery cannot set up Python: ${found.file} (${found.version}) lacks ensurepip. Run \`${line}\`, then /reload.`;
  }
  const named = tried.length > 0 ? `tried ${tried.join(", ")}` : "there is none on PATH";
  return `toolrecovery found no Python 3.11 or newer: ${named}. Run \`${installLine(machine, tried)}\`, then /reload.`;
}

function installLine(machine: Machine, tried: readonly string[]): string {
  if (machine.platform === "win32") return "winget install Python.Python.3.13";
  const old = tried.some((each) => / \(\d/.test(each)); // then the system's package may be as old
  const [name, line] = MANAGERS.find(([program]) => hasProgram(machine, program)) ?? [];
  return line === undefined || (name === "apt-get" && old) ? UV : line;
}

function hasProgram(machine: Machine, name: string): boolean {
  return lookUp(machine, [name], machine.platform === "darwin" ? ["/opt/homebrew/bin", "/usr/local/bin"] : []).length > 0;
}

function minor(python: string): string {
  return python.split(".").slice(0, 2).join(".");
}
