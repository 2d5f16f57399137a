/** `/toolrecovery demo`: three broken calls on their way through the sidecar and pi's own check. None of them is run. */

import { styleText } from "node:util";
import { createBashToolDefinition, createEditToolDefinition, createWriteToolDefinition, type ToolInfo } from "@earendil-works/pi-coding-agent";
import { mergeReply } from "../pi/reply.ts";
import { isCall } from "../pi/shape.ts";
import { ToolList } from "../pi/tools.ts";
import { piJudge } from "../pi/verdict.ts";
import type { Message, RepairResult, ToolCallBlock, WireRepair } from "../protocol.ts";
import { repairParams } from "../session/repair_params.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 10_000;

interface Sample {
  slip: string;
  name: string;
  /** As the model writes it. */
  text: string;
}

export const SAMPLES: readonly Sample[] = [
  { slip: "another agent's name for an argument", name: "write", text: '{"filename": "notes.md", "content": "Hello"}' },
  { slip: "another agent's way to edit", name: "edit", text: '{"path": "notes.md", "old_string": "Hello", "new_string": "Good morning"}' },
  { slip: "a tool that is not there, and no JSON", name: "functions.Bash", text: "{'cmd': 'cat notes.md', 'timeout': 5,}" },
];

export async function demo(session: Session, cwd: string): Promise<void> {
  if (!session.footer?.hasUI) await session.startup?.done;
  const { sidecar } = session;
  const tools = sampleTools(cwd);
  const sent = await sidecar?.request("tools/set", { key: tools.key, tools: tools.wire() }, DEADLINE_MS);
  if (!sidecar || !sent?.ok) return session.unanswered(sent?.ok === false ? sent.reason : undefined);
  const judge = piJudge(tools, cwd);
  const message: Message = { role: "assistant", content: SAMPLES.map(block), stopReason: "toolUse" };
  const params = repairParams({ message, rawArguments: {} }, tools, judge, { model: undefined });
  const answer = await sidecar.request<RepairResult>("message/repair", { ...params, live: true }, DEADLINE_MS);
  session.tools.forget(); // the sidecar holds the sample tools for the session's
  await session.tools.send(sidecar, session.tools.read(), DEADLINE_MS);
  if (!answer.ok) return session.unanswered(answer.reason);
  const merged = mergeReply(message, answer.result, judge).message ?? message;
  const lines = SAMPLES.flatMap((sample, at) => {
    const id = String(at);
    const call = merged.content.filter(isCall).find((each) => each.id === id);
    const repair = call && judge(call) === null ? answer.result.repairs.find((each) => each.id === id) : undefined;
    const why = answer.result.declined.find((each) => each.id === id)?.reason;
    return ["", ...shown(sample, params.hostErrors?.[id] ?? null, call, repair, why)];
  });
  const head = "Three calls as models send them. None of them is run, and no model is asked.";
  session.footer?.answer(inColour([head, ...lines, "", end(session)].join("\n"), session), "info");
}

function end({ sidecar }: Session): string {
  if (sidecar?.hello?.status) return `${sidecar.hello.status}: /toolrecovery on and mode repair let it repair.`;
  return "This happens to every call, before pi checks it. /toolrecovery why shows the latest one.";
}

function shown({ slip, name, text }: Sample, error: string | null, call: ToolCallBlock | undefined, repair: WireRepair | undefined, why: string | undefined): string[] {
  const before = [`  ${slip}`, `- ${name} ${text}`, `    pi alone: ${summary(error)}`];
  if (!call || !repair) return [...before, `    left alone${why ? `: ${why}` : ""}`];
  return [...before, `+ ${call.name} ${spaced(call.arguments)}`, `    pi runs it; repaired by ${repair.rules?.join(", ") || repair.stage}`];
}

/** pi's text names the tool in its first line and repeats the arguments at its end. */
function summary(error: string | null): string {
  if (error === null) return "runs it";
  const [first = "", ...more] = error.split("\n\nReceived arguments:")[0]?.split("\n") ?? [];
  const found = more.map((line) => line.trim().replace(/^- /, "")).filter(Boolean);
  return found.length > 0 && first.endsWith(":") ? `rejects it: ${found.join("; ")}` : `rejects it: ${first}`;
}

function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/([[{])\n\s*/g, "$1").replace(/\n\s*([\]}])/g, "$1").replace(/\n\s*/g, " ");
}

/** pi's terminal colours an answer by itself; in print mode it goes to the person's own, if that is one. */
function inColour(text: string, { footer }: Session): string {
  if (footer?.hasUI || !process.stdout.isTTY) return text;
  const colours = { "- ": "red", "+ ": "green" } as const;
  const line = (each: string): string => {
    const colour = colours[each.slice(0, 2) as keyof typeof colours];
    return colour ? styleText(colour, each) : each;
  };
  return text.split("\n").map(line).join("\n");
}

/** pi's own, under a source of their own, so that no file is looked at. */
function sampleTools(cwd: string): ToolList {
  const definitions = [createWriteToolDefinition(cwd), createEditToolDefinition(cwd), createBashToolDefinition(cwd)];
  const tools = definitions.map(({ name, description, parameters }) => ({ name, description, parameters, exposure: "direct", sourceInfo: { path: "", source: "demo" } }));
  return new ToolList(tools as unknown as ToolInfo[], new Set(tools.map(({ name }) => name)));
}

/** As pi reads it. */
function block({ name, text }: Sample, at: number): ToolCallBlock {
  const call = { type: "toolCall" as const, id: String(at), name };
  try {
    return { ...call, arguments: JSON.parse(text) };
  } catch (error) {
    return { ...call, arguments: {}, argumentsError: `${(error as Error).message}\n\nReceived arguments:\n${text}` };
  }
}
