/** A file that exists while a pi builds the environment. Where it fails, two may build at once: one of the two is left unused. */

import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { touch } from "./touch.ts";

const STALE_MS = 15 * 60 * 1000; // since the owner's last step: its process number may be in use by another process by then

const held = new Set<string>(); // by this process: after a container restarts, a new pi may have the old one's number

export class BuildLock {
  #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether it could be taken. */
  take(): boolean {
    if (this.#create()) return true;
    if (isHeld(this.#file)) return false;
    rmSync(this.#file, { force: true });
    return this.#create();
  }

  /** Called at every step of the build, so that the lock does not become stale. */
  renew(): void {
    touch(this.#file);
  }

  release(): void {
    held.delete(this.#file);
    rmSync(this.#file, { force: true });
  }

  #create(): boolean {
    try {
      writeFileSync(this.#file, String(process.pid), { flag: "wx", mode: 0o600 });
      held.add(this.#file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }
}

export function isHeld(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return false;
    const owner = Number(readFileSync(file, "utf8"));
    return owner === process.pid ? held.has(file) : owner > 0 && process.kill(owner, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // the process lives, and is another user's
  }
}
