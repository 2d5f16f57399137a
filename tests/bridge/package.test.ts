/** What is shipped: both halves, what they are set up from, and nothing else; one version for all of it. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { test } from "node:test";
import { VERSION } from "../../pi-bridge/pi/package.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const PAPERS = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "index.ts", "package.json", "pyproject.toml", "requirements-build.lock", "requirements.lock"];

function filesBelow(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return names.filter((name) => !name.includes("__pycache__") && statSync(join(ROOT, name)).isFile());
}

test("npm pack holds the bridge, the sidecar, the docs, their papers and locks, and nothing else", () => {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout, stderr } = spawnSync("npm", words, { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" });
  assert.ok(stdout, stderr);
  const packed: string[] = JSON.parse(stdout)[0].files.map((file: { path: string }) => file.path);
  const wanted = [...PAPERS, ...["pi-bridge", "sidecar", "docs"].flatMap(filesBelow)].map((name) => name.replaceAll(sep, "/"));
  assert.deepEqual(packed.sort(), wanted.sort());
});

test("nothing has to be installed beside it, and pi's own packages are pi's", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual(Object.keys(manifest.peerDependencies), ["@earendil-works/pi-ai", "@earendil-works/pi-coding-agent", "@earendil-works/pi-tui"]);
  for (const file of manifest.pi.extensions) assert.ok(statSync(join(ROOT, file)).isFile());
});

test("both halves and their manifests are of one version", () => {
  const found = {
    "package.json": VERSION,
    "package-lock.json": JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).version,
    "pyproject.toml": /^version = "(.+)"$/m.exec(readFileSync(join(ROOT, "pyproject.toml"), "utf8"))?.[1],
    "sidecar/__init__.py": /^__version__ = "(.+)"$/m.exec(readFileSync(join(ROOT, "sidecar", "__init__.py"), "utf8"))?.[1],
  };
  for (const [file, version] of Object.entries(found)) assert.equal(version, VERSION, `${file}; scripts/bump changes all of them`);
});

test("the changelog begins with this version, or with what is not released yet, in pi's form", () => {
  const headings = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8").match(/^## .*$/gm) ?? [];
  assert.match(headings[0] ?? "", /^## \[(Unreleased|\d+\.\d+\.\d+)\]/);
  const released = headings.filter((heading) => heading !== "## [Unreleased]");
  for (const heading of released) assert.match(heading, /^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  if (released[0] !== undefined) assert.ok(released[0].startsWith(`## [${VERSION}] `), released[0]);
});
