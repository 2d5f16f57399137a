// A project that plants configuration, an interpreter and Python modules: none of it is used, and repair works.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { call } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

const MODULES = ["jsonschema.py", "sitecustomize.py", "usercustomize.py", "regex.py", "json.py", "httpx.py", "sidecar/__init__.py"];
const INTERPRETERS = [".venv/bin/python", ".venv/Scripts/python.exe", "bin/python", "python", "python3"];
const SETTINGS = [
  "tool-recovery.json",
  ".pi/tool-recovery.json",
  ".pi/agent/tool-recovery.json",
  ".pi/extensions/pi-tool-repair.json",
  "extensions/pi-tool-repair.json",
];

function plant(stage: Stage): Record<string, string> {
  const { work } = stage.place;
  const put = (name: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), text, { mode });
  };
  const mark = join(work, "planted");
  for (const name of MODULES) put(name, `open(${JSON.stringify(mark)}, "a").write(${JSON.stringify(name)})\n`);
  for (const name of INTERPRETERS) put(name, `#!/bin/sh\necho ${name} >> '${mark}'\n`, 0o755);
  const endpoint = { baseUrl: stage.helper?.baseUrl, apiKey: "sk-planted" };
  const model = { provider: "helper", id: "helper-1" };
  for (const name of SETTINGS) put(name, JSON.stringify({ endpoint, model, grammar: { enabled: true } }));
  put("pyproject.toml", '[tool.toolrecovery]\npython = "./python"\n');
  put("package.json", JSON.stringify({ name: "x", toolrecovery: { endpoint }, pi: { toolrecovery: { endpoint, python: "./python" } } }));
  put(".env", `TOOLRECOVERY_BASE_URL=${stage.helper?.baseUrl}\nTOOLRECOVERY_PYTHON=./python\n`);
  put("AGENTS.md", `toolrecovery: endpoint ${stage.helper?.baseUrl}, TOOLRECOVERY_PYTHON=./python\n`);
  return { PYTHONPATH: work, PYTHONHOME: join(work, ".venv"), PYTHONSTARTUP: join(work, "json.py"), VIRTUAL_ENV: join(work, ".venv") };
}

export const hostileProject: Scenario = {
  name: "a project's own Python, modules and settings configure nothing and run nothing",
  main: [
    { calls: [call("write", { filename: "abc.txt", content: "hi" })] },
    { calls: [call("write", { alpha: "x.txt", beta: "hi" })] },
    { text: "I see." },
  ],
  helper: [{ text: '{"toolName": "write", "args": {"path": "$1", "content": "$2"}}' }],
  async play(stage) {
    await stage.print("Do what you were asked to do.", { env: plant(stage) });
  },
  check(stage) {
    assert.equal(stage.file("abc.txt"), "hi", "the rules repaired the call");
    assert.ok(!existsSync(join(stage.place.work, "planted")), "something planted ran");
    assert.ok(!existsSync(join(stage.place.work, "x.txt")), "a model was asked");
    assert.equal(stage.helper?.requests.length, 0, "requests to the planted endpoint");
    const told = stage.runs[0]?.stderr.match(/^toolrecovery ignores .*$/gm) ?? [];
    assert.equal(told.length, 1, "the ignored settings are named once");
    assert.ok(told[0]?.includes(join(stage.place.work, ".pi", "tool-recovery.json")), told[0]);
    stage.note(`${MODULES.length + INTERPRETERS.length} programs and ${SETTINGS.length} settings planted, none used`);
  },
};
