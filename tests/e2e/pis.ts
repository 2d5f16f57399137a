// The pis that scenarios are played on: the newest one, and the oldest one that is meant to work.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Pi {
  version: string;
  entry: string;
}

const TESTS = join(import.meta.dirname, "..");

export const PI = installedIn(join(TESTS, ".."));
export const OLDER_PI = installedIn(join(TESTS, "older_pi"));

function installedIn(folder: string): Pi {
  const home = join(folder, "node_modules", "@earendil-works", "pi-coding-agent");
  const { version, bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string; bin: { pi: string } };
  return { version, entry: join(home, bin.pi) };
}
