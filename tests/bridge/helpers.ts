/** Helpers of the bridge's tests: scripted sidecars, a pi that has only tools, and a record of what the person is shown. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExtensionContext, MessageEndEvent, ToolInfo } from "@earendil-works/pi-coding-agent";
import { createBashToolDefinition, createEditToolDefinition, createWriteToolDefinition } from "@earendil-works/pi-coding-agent";
import type { Command } from "../../pi-bridge/sidecar/peer.ts";
import type { Models } from "../../pi-bridge/pi/complete.ts";
import type { MessageEndContext } from "../../pi-bridge/events/message_end.ts";
import { Session } from "../../pi-bridge/session/session.ts";
import { startSidecar, type SessionContext } from "../../pi-bridge/session/start.ts";
import type { Options } from "../../pi-bridge/sidecar/options.ts";
import type { Sidecar } from "../../pi-bridge/sidecar/sidecar.ts";
import type { ToolHost } from "../../pi-bridge/pi/tools.ts";

export const SAFE = { timeout: 60_000 }; // a hang fails; no test waits for it

export function peer(name: string, ...args: string[]): Command {
  const file = join(import.meta.dirname, "peers", `${name}.mjs`);
  return { file: process.execPath, args: [file, ...args], cwd: import.meta.dirname, env: process.env };
}

export async function until(true_: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await true_())) await nextTurn();
}

/** The process number that a scripted peer greets with: 0 and the like would be a signal to the tests themselves. */
export function pidOf(sidecar: Sidecar | undefined): number {
  const pid = (sidecar?.hello as { pid?: number } | undefined)?.pid;
  assert.ok(Number.isInteger(pid) && Number(pid) > 1, "no process number in the greeting");
  return Number(pid);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const definitions = [createBashToolDefinition("/"), createWriteToolDefinition("/"), createEditToolDefinition("/")];
const builtin = definitions.map(({ name, description, parameters }) => ({
  name,
  description,
  parameters,
  exposure: "direct",
  sourceInfo: { path: "", source: "builtin" },
})) as unknown as ToolInfo[];

export function toolHost(tools: ToolInfo[] = builtin, active = tools.map((tool) => tool.name)): ToolHost {
  return { getAllTools: () => tools.map((tool) => ({ ...tool })), getActiveTools: () => [...active], appendEntry: () => {}, sendMessage: () => {} };
}

export interface Person {
  context: SessionContext;
  statuses: (string | undefined)[];
  notes: string[];
}

export function person(mode: ExtensionContext["mode"] = "rpc", modelRegistry?: Models): Person {
  const statuses: (string | undefined)[] = [];
  const notes: string[] = [];
  const ui = {
    setStatus: (_key: string, text: string | undefined) => void statuses.push(text),
    notify: (text: string) => void notes.push(text),
  };
  const context = { cwd: "/", hasUI: mode === "rpc" || mode === "tui", mode, ui, ...(modelRegistry && { modelRegistry }) };
  return { context, statuses, notes };
}

/** A session whose sidecar is the peer; it ends with the test, also with a failed one. */
export function sessionWith(...args: Parameters<typeof openSession>): Session {
  const session = openSession(...args);
  after(() => session.stop());
  return session;
}

/** A session whose sidecar is the peer, for a process that is no test. The file of the command stands for a Python that was found. */
export function openSession(command: Command, watcher: Person, override: Partial<Options> = {}, host = toolHost()): Session {
  process.env["TOOLRECOVERY_PYTHON"] = command.file;
  const session = new Session(host);
  startSidecar(session, watcher.context, { command, limits: { graceMs: 50, backoffMs: () => 0 }, ...override });
  return session;
}

export interface Call {
  type: "toolCall";
  id: string;
  name: string;
  arguments: object;
  argumentsError?: string;
  thoughtSignature?: string;
}

export function call(id: string, name: string, args: object, more: Partial<Call> = {}): Call {
  return { type: "toolCall", id, name, arguments: args, ...more };
}

export function messageEnd(content: object[], more: object = {}): MessageEndEvent {
  const message = { role: "assistant", content, stopReason: "toolUse", timestamp: 1, ...more };
  return { type: "message_end", message } as unknown as MessageEndEvent;
}

export function during(signal?: AbortSignal): MessageEndContext {
  return { cwd: "/", model: undefined, signal };
}

export function running(session: Session): Sidecar {
  return session.sidecar ?? assert.fail("the session has no sidecar");
}

export function isSent({ tools }: Session): boolean {
  return tools.list !== undefined && tools.isSent(tools.list);
}
