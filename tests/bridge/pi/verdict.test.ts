/** pi's own verdict on a call, asked before pi gives it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as piAi from "@earendil-works/pi-ai";
import type { ToolInfo } from "@earendil-works/pi-coding-agent";
import type { ToolCallBlock } from "../../../pi-bridge/protocol.ts";
import { currentTools } from "../../../pi-bridge/pi/tools.ts";
import { piJudge } from "../../../pi-bridge/pi/verdict.ts";
import { call, toolHost } from "../helpers.ts";

const judge = piJudge(currentTools(toolHost(), undefined), "/");
const verdict = (...parts: Parameters<typeof call>) => judge(call(...parts) as ToolCallBlock);

test("a call that pi runs has no error", () => {
  assert.equal(verdict("1", "bash", { command: "ls" }), null);
});

test("what pi coerces, pi runs", () => {
  assert.equal(verdict("1", "bash", { command: "ls", timeout: "30" }), null);
});

test("a missing argument has pi's own text", () => {
  assert.match(verdict("1", "bash", { cmd: "ls" }) ?? "", /^Validation failed for tool "bash":\n {2}- command: (missing|must have required properties command)/);
});

test("an unknown name is not found", () => {
  assert.equal(verdict("1", "Shell", { command: "ls" }), "Tool Shell not found");
});

test("a tool that is not active is not found", () => {
  const inactive = piJudge(currentTools(toolHost(undefined, ["write"]), undefined), "/");
  assert.equal(inactive(call("1", "bash", { command: "ls" }) as ToolCallBlock), "Tool bash not found");
});

const TELLS = typeof piAi.parseToolCallArguments === "function";

test("arguments that were no JSON object are an error, whatever stands in their place", { skip: !TELLS && "this pi tells of none" }, () => {
  const error = 'Unexpected token\n\nReceived arguments:\n{"command": "ls",}';
  assert.match(verdict("1", "bash", { command: "ls" }, { argumentsError: error }) ?? "", /^Invalid arguments for tool "bash"/);
});

test("edits as JSON text are what pi's edit understands", () => {
  const args = { path: "a", edits: '[{"oldText": "x", "newText": "y"}]' };
  assert.equal(verdict("1", "edit", args), null);
  assert.equal(typeof args.edits, "string", "the call itself is not touched");
});

test("another extension's edit is judged by its schema alone", () => {
  const tools = toolHost().getAllTools().map((tool) => ({ ...tool, sourceInfo: { path: "", source: "local" } }));
  const theirs = piJudge(currentTools(toolHost(tools as ToolInfo[]), undefined), "/");
  assert.notEqual(theirs(call("1", "edit", { path: "a", edits: '[{"oldText": "x", "newText": "y"}]' }) as ToolCallBlock), null);
});

test("the same tools are the same list, and any change is another", () => {
  const known = currentTools(toolHost(), undefined);
  assert.equal(currentTools(toolHost(), known), known);
  assert.notEqual(currentTools(toolHost(undefined, ["bash"]), known).key, known.key);
  const renamed = toolHost().getAllTools().map((tool) => ({ ...tool, name: `${tool.name}_2` }));
  assert.notEqual(currentTools(toolHost(renamed), known).key, known.key);
});

test("a tool of a pi without exposure is direct", () => {
  const old = toolHost().getAllTools().map(({ exposure: _, ...tool }) => tool);
  assert.equal(currentTools(toolHost(old as ToolInfo[]), undefined).wire()[0]?.exposure, "direct");
});
