/** Whether a Python environment has the packages of the lock file. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const LOCK = "requirements.lock";
export const BUILD_LOCK = "requirements-build.lock"; // setuptools, for packages that come as source

/** `name==version` of every line without an environment marker. */
export function locked(text: string): string[] {
  const lines = [...text.matchAll(/^([\w.-]+)==([^\s;\\]+) *(;?)/gm)];
  return lines.filter(([, , , marker]) => !marker).map(([, name = "", version]) => `${plain(name)}==${version}`);
}

export function holds(text: string, entries: readonly string[]): boolean {
  const installed = new Set(
    entries.map((entry) => {
      const [, name = "", version] = /^(.+)-([^-]+)\.dist-info$/.exec(entry) ?? [];
      return `${plain(name)}==${version}`;
    }),
  );
  return locked(text).every((each) => installed.has(each));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/** Whether the environment in `folder` has what the lock file in `root` lists. Only reads folder names, starts nothing. */
export function isCurrent(root: string, folder: string): boolean {
  try {
    const text = readFileSync(join(root, LOCK), "utf8");
    return packageFolders(folder).some((packages) => holds(text, readdirSync(packages)));
  } catch {
    return false;
  }
}

function packageFolders(folder: string): string[] {
  const windows = join(folder, "Lib", "site-packages");
  try {
    const versions = readdirSync(join(folder, "lib")).filter((name) => name.startsWith("python"));
    if (versions.length > 0) return versions.map((name) => join(folder, "lib", name, "site-packages"));
  } catch {
    // on Windows there is no lib/pythonX.Y
  }
  return [windows];
}
