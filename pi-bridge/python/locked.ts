/** A lock file and the names in a folder of Python packages → whether what is locked is installed. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const LOCK = "requirements.lock";
export const BUILD_LOCK = "requirements-build.lock"; // setuptools, for what comes as source

/** `name==version` of every line that holds on all systems. */
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

/** Whether the environment in `folder` has what `root` locks. Read from the disk: nothing is started. */
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
    // Windows has one folder, and no version in its path
  }
  return [windows];
}
