// The user's own files are out of reach of whatever imports this first: `node --import ./tests/empty_home.mjs --test …`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = mkdtempSync(join(tmpdir(), "toolrecovery-home-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
for (const name of Object.keys(process.env)) {
  if (/^(XDG_\w+_(HOME|DIR)|PI_\w+|TOOLRECOVERY_\w+|npm_config_\w+)$/.test(name)) delete process.env[name];
}
for (const name of ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"]) process.env[name] = home;
