/** pi's list of tools, and whether its own edit is the one that would run. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToolInfo } from "@earendil-works/pi-coding-agent";
import { currentTools } from "../../../pi-bridge/pi/tools.ts";
import { repairParams } from "../../../pi-bridge/session/repair_params.ts";
import { toolHost } from "../helpers.ts";

const SENT = { message: { role: "assistant", content: [], stopReason: "stop" }, rawArguments: {} };
const own = toolHost().getAllTools();
const replaced = own.map((tool) => (tool.name === "edit" ? { ...tool, sourceInfo: { ...tool.sourceInfo, source: "extension" } } : tool)) as ToolInfo[];
const paramsFor = (host: ReturnType<typeof toolHost>): object =>
  repairParams(SENT, currentTools(host, undefined), () => null, { model: undefined });

test("pi's own edit is told of", () => {
  assert.deepEqual(paramsFor(toolHost()), { ...paramsFor(toolHost(replaced)), tools: currentTools(toolHost(), undefined).key, builtinEdit: true });
});

test("an edit of an extension is not pi's own", () => {
  assert.ok(!("builtinEdit" in paramsFor(toolHost(replaced))));
});

test("an edit that is not active would not run", () => {
  assert.ok(!("builtinEdit" in paramsFor(toolHost(own, ["bash"]))));
});

test("an edit that an extension replaces with the same schema makes another list", () => {
  const before = currentTools(toolHost(), undefined);
  assert.equal(currentTools(toolHost(), before), before);
  assert.notEqual(currentTools(toolHost(replaced), before).hasBuiltinEdit, before.hasBuiltinEdit);
});
