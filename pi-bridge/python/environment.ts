/**
 * The sidecar's own Python environment in pi's agent directory, one for each content of the lock files. It is built in
 * its final folder, since a Python environment cannot be moved. When it is complete, a small file is renamed into place
 * that names the folder.
 */

import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BuildLock, isHeld } from "./build_lock.ts";
import { BUILD_LOCK, LOCK } from "./locked.ts";
import { touch } from "./touch.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_MS = 30 * DAY_MS; // a pi of another version may still run in it, or be installed again

export class Environment {
  readonly home: string;
  #name: string;
  #lock: BuildLock;

  constructor(root: string, agentDir: string) {
    const hash = createHash("sha256").update(`${process.platform} ${process.arch}`); // machines may share a home
    for (const name of [LOCK, BUILD_LOCK]) hash.update(readFileSync(join(root, name), "utf8").replaceAll("\r", ""));
    this.home = join(agentDir, "toolrecovery");
    this.#name = `env-${hash.digest("hex").slice(0, 12)}`;
    this.#lock = new BuildLock(join(this.home, `${this.#name}.lock`));
  }

  /** The Python of the complete environment. */
  python(): string | undefined {
    const folder = folderOf(this.#pointer);
    const file = folder && pythonIn(join(this.home, folder));
    return file && existsSync(file) ? file : undefined; // false for a link to a Python that was removed
  }

  /** Marks it as used today. */
  touch(): void {
    touch(this.#pointer);
  }

  /** Whether this pi may build it; then it must `release`. */
  claim(): boolean {
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    return this.#lock.take();
  }

  renew(): void {
    this.#lock.renew();
  }

  release(): void {
    this.#lock.release();
  }

  /** Where packages are kept until the set-up is done: one that was ended goes on from there. */
  get cache(): string {
    return join(this.home, "cache");
  }

  /** The path of a new folder to build it in. */
  begin(): string {
    return join(this.home, `${this.#name}-${randomBytes(4).toString("hex")}`);
  }

  /** It is complete. */
  finish(folder: string): void {
    const draft = `${folder}.new`;
    writeFileSync(draft, JSON.stringify({ folder: folder.slice(this.home.length + 1) }), { mode: 0o600 });
    renameSync(draft, this.#pointer);
    rmSync(this.cache, { recursive: true, force: true, maxRetries: 2 });
  }

  /** It does not work: forgets it, so that it is built again. */
  drop(): void {
    rmSync(this.#pointer, { force: true });
  }

  /** Removes the environments of every version, and nothing else. Returns whether there were any. */
  clear(): boolean {
    if (!existsSync(this.home)) return false;
    const made = readdirSync(this.home).filter((name) => name.startsWith("env-"));
    rmSync(this.cache, { recursive: true, force: true, maxRetries: 3 });
    for (const name of made) rmSync(join(this.home, name), { recursive: true, force: true, maxRetries: 3 });
    if (readdirSync(this.home).length === 0) rmdirSync(this.home);
    return made.length > 0;
  }

  /** Removes environments that were never completed or not used for long. Only after `claim`. */
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
