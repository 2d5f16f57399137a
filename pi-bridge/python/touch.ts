import { utimesSync } from "node:fs";

/** Sets a file's date to now, if that is possible. */
export function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // the date only says how long it has not been used
  }
}
