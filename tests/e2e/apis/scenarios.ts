// What the model says and what has to come of it, written once for every API.
import { call, type Turn } from "./turn.ts";
import type { Vendor } from "./vendor.ts";

/** An extension that declares a tool whose schema anchors a pattern. It appends to a file, without a process of its own. */
export const ANCHORS = "^[0-9]{3}$";
export const STAMP = `import { appendFileSync } from "node:fs";
export default (pi) => pi.registerTool({
  name: "stamp", label: "stamp", description: "Stamps a number.",
  parameters: { type: "object", required: ["code"], properties: { code: { type: "string", pattern: "${ANCHORS}" }, path: { type: "string" } } },
  execute: async (_id, { code, path }) => {
    if (path) appendFileSync(path, code);
    return { content: [{ type: "text", text: "stamped" }], details: {} };
  },
});`;

export interface Scenario {
  name: string;
  /** What the model says, prompt by prompt. `file` gives a path of this scenario's own. */
  prompts(file: (name: string) => string): readonly (readonly Turn[])[];
  /** Files that are there in the end. */
  files?: Readonly<Record<string, string>>;
  /** Files that are not. */
  absent?: readonly string[];
  /** Arguments that are no JSON. */
  malformed?: boolean;
  phantom?: boolean;
  /** The model itself is picked as the recovery model. */
  recovery?: boolean;
  /** The second prompt is for a model of another API, the third for the first one again. */
  switches?: boolean;
  /** No request may show the anchors of a pattern. */
  unanchored?: boolean;
  /** The last prompt is given to another pi, after a resume. */
  resumes?: boolean;
}

/** Some APIs have no broken arguments, and some no turn that stops for tools and has none. */
export function playable(scenario: Scenario, vendor: Vendor): boolean {
  return !(scenario.malformed && vendor.parsedArguments) && !(scenario.phantom && vendor.noPhantom);
}

const TEXT = "hello world";
const DONE: Turn = { text: "Done." };
const CODES = Array.from({ length: 20 }, (_, at) => String(100 + at));

const leak = (name: string, args: object): string => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
const write = (path: string, content = TEXT) => call("write", { path, content });
/** Adds a line each time it runs, so that a call that ran twice shows. */
const append = (path: string) => ({ command: `echo ${TEXT} >> ${path}` });

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "renamed key",
    prompts: (file) => [[{ calls: [call("write", { filename: file("a"), content: TEXT })] }, DONE]],
    files: { a: TEXT },
  },
  {
    name: "malformed text",
    malformed: true,
    prompts: (file) => [[{ text: "Now.", calls: [{ name: "write", args: `{'path': '${file("a")}', 'content': '${TEXT}',}` }] }, DONE]],
    files: { a: TEXT },
  },
  {
    name: "parallel, one broken",
    prompts: (file) => [[{ calls: [write(file("a")), call("write", { filename: file("b"), content: TEXT }), write(file("c"))] }, DONE]],
    files: { a: TEXT, b: TEXT, c: TEXT },
  },
  {
    name: "unknown name",
    prompts: (file) => [
      [{ calls: [call("Write_File", { path: file("a"), content: TEXT })] }, { calls: [call("no_such_tool", { x: 1 })] }, DONE],
    ],
    files: { a: TEXT },
  },
  {
    name: "thinking before the call",
    prompts: (file) => [
      [{ thinking: "The file has to be written first of all.", text: "Now.", calls: [call("write", { filename: file("a"), content: TEXT })] }, DONE],
      [{ thinking: "Once more, into another file, by a call in the text.", text: `Again.\n${leak("write", { path: file("b"), content: TEXT })}` }, DONE],
    ],
    files: { a: TEXT, b: TEXT },
  },
  {
    name: "leak alone",
    prompts: (file) => [[{ text: leak("write", { path: file("a"), content: TEXT }) }, DONE]],
    files: { a: TEXT },
  },
  {
    name: "leak beside a call",
    prompts: (file) => [[{ text: `I'll write both.\n${leak("write", { path: file("a"), content: TEXT })}`, calls: [write(file("b"))] }, DONE]],
    files: { a: TEXT, b: TEXT },
  },
  {
    name: "the same leak twice",
    prompts: (file) => [
      [{ text: `Now.\n${leak("bash", append(file("a")))}` }, DONE],
      [{ text: `Now.\n${leak("bash", append(file("a")))}` }, DONE],
    ],
    files: { a: `${TEXT}\n${TEXT}\n` },
  },
  {
    name: "a hundred leaks",
    prompts: (file) => {
      const text = CODES.map((code) => leak("stamp", { code, path: file("a") })).join("\n");
      return [[{ text }, { text }, { text }, DONE], [{ text }, { text }, DONE]];
    },
    files: { a: CODES.join("").repeat(5) },
  },
  {
    name: "blocked",
    prompts: (file) => [[{ calls: [call("write", { path: file("a"), content: null }), write(file("b"))] }, DONE]],
    files: { b: TEXT },
    absent: ["a"],
  },
  {
    name: "recovery model",
    recovery: true,
    prompts: (file) => [
      [
        { calls: [call("write", { alpha: file("a"), beta: TEXT })] },
        { text: JSON.stringify({ toolName: "write", args: { path: file("a"), content: TEXT } }) },
        DONE,
      ],
    ],
    files: { a: TEXT },
  },
  {
    name: "phantom",
    phantom: true,
    prompts: (file) => [
      [{ stopsForTools: true }, { calls: [write(file("a"))] }, { stopsForTools: true }, { calls: [write(file("b"))] }, DONE],
      [{ text: "I do it now.", stopsForTools: true }, { calls: [write(file("c"))] }, DONE],
    ],
    files: { a: TEXT, b: TEXT, c: TEXT },
  },
  {
    name: "resumed",
    resumes: true,
    prompts: (file) => [
      [{ text: `Now.\n${leak("bash", append(file("a")))}` }, DONE],
      [{ text: `Now.\n${leak("bash", append(file("a")))}` }, DONE],
    ],
    files: { a: `${TEXT}\n${TEXT}\n` },
  },
  {
    name: "switched and back",
    switches: true,
    prompts: (file) => [
      [{ text: `Now.\n${leak("bash", append(file("a")))}` }, { calls: [call("write", { filename: file("b"), content: TEXT })] }, DONE],
      [{ text: `Now.\n${leak("bash", append(file("a")))}` }, { calls: [call("write", { filename: file("c"), content: TEXT })] }, DONE],
      [{ text: `Now.\n${leak("bash", append(file("a")))}` }, DONE],
    ],
    files: { a: `${TEXT}\n`.repeat(3), b: TEXT, c: TEXT },
  },
  {
    name: "sanitized",
    unanchored: true,
    prompts: () => [[{ calls: [call("stamp", { code: "123" })] }, DONE]],
  },
];
