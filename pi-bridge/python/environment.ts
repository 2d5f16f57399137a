/**
 * The sidecar's own Python environment below pi's agent directory, one for each content of the lock files. It is built
 * in a folder of its own name, since an environment cannot be moved; a small file renamed into place says that it is
 * whole. A lock keeps two pi from building at once: where that fails nothing breaks, one of the two is left over.
 */

import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD_LOCK, LOCK } from "./locked.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_MS = 30 * DAY_MS; // of another version, which a pi may still run or go back to
const LOCK_MS = 15 * 60 * 1000; // since its owner's last step: by then its number may be another process's

const held = new Set<string>(); // by this process: a number alone tells it from nobody in a container

export class Environment {
  readonly home: string;
  #name: string;

  constructor(root: string, agentDir: string) {
    const hash = createHash("sha256").update(`${process.platform} ${process.arch}`); // a home may be shared
    for (const name of [LOCK, BUILD_LOCK]) hash.update(readFileSync(join(root, name), "utf8").replaceAll("\r", ""));
    this.home = join(agentDir, "toolrecovery");
    this.#name = `env-${hash.digest("hex").slice(0, 12)}`;
  }

  /** The Python of the finished environment. */
  python(): string | undefined {
    const folder = folderOf(this.#pointer);
    const file = folder && pythonIn(join(this.home, folder));
    return file && existsSync(file) ? file : undefined; // a link to a Python that was removed leads nowhere
  }

  /** It was used today: it is not left over. */
  touch(): void {
    touch(this.#pointer);
  }

  /** Whether it is ours to build. */
  claim(): boolean {
    mkdirSync(this.home, { recursive: true });
    if (this.#lock()) return true;
    if (isHeld(this.#lockFile)) return false;
    rmSync(this.#lockFile, { force: true });
    return this.#lock();
  }

  /** It is still being built. */
  renew(): void {
    touch(this.#lockFile);
  }

  release(): void {
    held.delete(this.#lockFile);
    rmSync(this.#lockFile, { force: true });
  }

  /** A new folder's path. */
  begin(): string {
    return join(this.home, `${this.#name}-${randomBytes(4).toString("hex")}`);
  }

  finish(folder: string): void {
    const draft = `${folder}.new`;
    writeFileSync(draft, JSON.stringify({ folder: folder.slice(this.home.length + 1) }));
    renameSync(draft, this.#pointer);
  }

  /** It turned out to be of no use. */
  drop(): void {
    rmSync(this.#pointer, { force: true });
  }

  /** All of them, of every version, and nothing else that is there. Whether there were any. */
  clear(): boolean {
    if (!existsSync(this.home)) return false;
    const made = readdirSync(this.home).filter((name) => name.startsWith("env-"));
    for (const name of made) rmSync(join(this.home, name), { recursive: true, force: true, maxRetries: 3 });
    if (readdirSync(this.home).length === 0) rmdirSync(this.home);
    return made.length > 0;
  }

  /** What was begun and never finished, and what no pi has used for long. Only for the one who has claimed. */
  sweep(now = Date.now()): void {
    const names = readdirSync(this.home).filter((name) => name.startsWith("env-"));
    const pointers = names.filter((name) => name.endsWith(".json")).map((name) => join(this.home, name));
    const old = pointers.filter((path) => path !== this.#pointer && now - statSync(path).mtimeMs > UNUSED_MS);
    for (const path of old) rmSync(path);
    const used = new Set(pointers.filter((path) => !old.includes(path)).map(folderOf));
    const locks = names.filter((name) => name.endsWith(".lock") && isHeld(join(this.home, name)));
    const othersBuild = locks.map((name) => name.slice(0, -".lock".length)).filter((name) => name !== this.#name);
    for (const name of names) {
      const isFolder = /^env-[0-9a-f]+-[0-9a-f]+(\.new)?$/.test(name);
      if (!isFolder || used.has(name) || othersBuild.some((other) => name.startsWith(other))) continue;
      rmSync(join(this.home, name), { recursive: true, force: true, maxRetries: 2 });
    }
  }

  get #pointer(): string {
    return join(this.home, `${this.#name}.json`);
  }

  get #lockFile(): string {
    return join(this.home, `${this.#name}.lock`);
  }

  #lock(): boolean {
    try {
      writeFileSync(this.#lockFile, String(process.pid), { flag: "wx" });
      held.add(this.#lockFile);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }
}

export function pythonIn(folder: string, platform = process.platform): string {
  return platform === "win32" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

function folderOf(pointer: string): string | undefined {
  try {
    const { folder } = JSON.parse(readFileSync(pointer, "utf8"));
    return typeof folder === "string" ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isHeld(lock: string): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > LOCK_MS) return false;
    const owner = Number(readFileSync(lock, "utf8"));
    return owner === process.pid ? held.has(lock) : owner > 0 && process.kill(owner, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // somebody else's process is alive too
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // a date, no more
  }
}
