// Reads what a run left behind: the session file, the files on disk, the requests of the main model.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { ChatMessage, Exchange } from "./http_script.ts";
import type { Place } from "./host.ts";

export interface Block {
  type: string;
  id?: string;
  name?: string;
  arguments?: unknown;
  text?: string;
  thinking?: string;
  [field: string]: unknown;
}

export interface SessionMessage {
  role: string;
  content: Block[] | string;
  stopReason?: string;
  [field: string]: unknown;
}

export interface SentCall {
  id: string;
  name: string;
  args: unknown;
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** Name and bytes of every file below a folder. */
export function fileSizes(folder: string): { name: string; bytes: number }[] {
  return filesUnder(folder).map((path) => ({ name: relative(folder, path), bytes: readFileSync(path).length }));
}

/** The files below a folder that hold this text anywhere in their bytes. */
export function filesHolding(folder: string, text: string): string[] {
  return filesUnder(folder).filter((path) => readFileSync(path).includes(text));
}

export function sessionLines(place: Place): string[] {
  const files = filesUnder(join(place.agent, "sessions")).filter((path) => path.endsWith(".jsonl"));
  return files.flatMap((path) => readFileSync(path, "utf8").split("\n")).filter((line) => line !== "");
}

export function sessionMessages(place: Place): SessionMessage[] {
  const entries = sessionLines(place).map((line) => JSON.parse(line) as { type: string; message: SessionMessage });
  return entries.filter((entry) => entry.type === "message").map((entry) => entry.message);
}

/** The assistant's blocks in the session file, in order. */
export function sessionBlocks(place: Place, type: string): Block[] {
  const messages = sessionMessages(place).filter((message) => message.role === "assistant");
  return messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter((block) => block.type === type);
}

/** The calls that the main model was shown as its own, in one request. */
export function sentCalls(exchange: Exchange | undefined): SentCall[] {
  const calls = exchange?.body.messages.flatMap((message) => message.tool_calls ?? []) ?? [];
  return calls.map((one) => ({ id: one.id, name: one.function.name, args: JSON.parse(one.function.arguments) as unknown }));
}

/** The tool results that the main model was shown, in one request. */
export function sentResults(exchange: Exchange | undefined): string[] {
  const results = exchange?.body.messages.filter((message) => message.role === "tool") ?? [];
  return results.map(({ content }) => textOf(content));
}

export function conversation(exchange: Exchange | undefined): ChatMessage[] {
  return (exchange?.body.messages ?? []).filter((message) => !["system", "developer"].includes(message.role));
}

export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: Block) => part.text ?? "").join("") : "";
}
