/** The shipped copy of vscode-jsonrpc is the locked version, byte for byte, with its licence, and all that it loads. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const COPY = join(ROOT, "pi-bridge", "vendor", "vscode-jsonrpc");
const LOCKED = join(ROOT, "node_modules", "vscode-jsonrpc");

const files = readdirSync(COPY, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(COPY, name)).isFile());

test("every file is the locked package's; scripts/vendor makes it so", () => {
  for (const name of files) assert.deepEqual(readFileSync(join(COPY, name)), readFileSync(join(LOCKED, name)), name);
});

test("the installed package is the locked one", () => {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(join(COPY, "package.json"), "utf8"));
  assert.equal(manifest.version, lock.packages["node_modules/vscode-jsonrpc"].version);
});

test("its licence comes along", () => {
  assert.match(readFileSync(join(COPY, "License.txt"), "utf8"), /MIT License/);
  assert.ok(files.includes("thirdpartynotices.txt"));
});

test("nothing that is required is missing, and nothing comes from outside it but Node", () => {
  const scripts = files.filter((name) => name.endsWith(".js"));
  assert.ok(scripts.length > 10);
  for (const name of scripts) {
    for (const [, wanted = ""] of readFileSync(join(COPY, name), "utf8").matchAll(/require\("([^"]+)"\)/g)) {
      const known = wanted.startsWith(".") ? files.includes(`${join(name, "..", wanted)}.js`) : process.getBuiltinModule(wanted);
      assert.ok(known, `${name} requires ${wanted}`);
    }
  }
});
