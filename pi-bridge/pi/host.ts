/** What `/toolrecovery doctor` shows of this pi: the features that it lacks, and other extensions. */

import { join, sep } from "node:path";
import * as piAi from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { ROOT } from "./package.ts";
import type { HostView } from "../protocol.ts";

const OWN = [ROOT, join(ROOT, "index.ts"), join(ROOT, "pi-bridge")];

export type ViewedHost = Partial<Pick<ExtensionAPI, "getActiveTools" | "getAllTools" | "getCommands" | "sendMessage">>;

interface Features {
  pi: ViewedHost;
  models: { complete?: unknown } | undefined;
  ai: { [name: string]: unknown };
}

/** Each in words for the person, with the check for it. */
const FEATURES: readonly (readonly [string, (host: Features) => boolean])[] = [
  ["a list of its tools", ({ pi }) => isFunction(pi.getAllTools) && isFunction(pi.getActiveTools)],
  ["its own check of a call", ({ ai }) => isFunction(ai["validateToolArguments"])],
  [
    "the text of broken arguments",
    ({ ai }) => isFunction(ai["parseToolCallArguments"]) || (isFunction(ai["parseJsonWithRepair"]) && isFunction(ai["parseStreamingJson"])),
  ],
  ["models that an extension can ask", ({ models }) => isFunction(models?.complete)],
];

export function hostView(pi: ViewedHost, models: Features["models"], copies: readonly string[], ai: Features["ai"] = piAi): HostView {
  const lacks = FEATURES.filter(([, isThere]) => !isThere({ pi, models, ai })).map(([what]) => what);
  return { lacks, copies: [...copies], extensions: extensions(pi) };
}

/** The extensions on the command line, and those that have commands or tools; pi shows no others. */
export function extensions(pi: ViewedHost, argv: readonly string[] = process.argv): string[] {
  const given = argv.filter((_, at) => ["-e", "--extension"].includes(argv[at - 1] ?? ""));
  const owners = [...listed(() => pi.getCommands?.()), ...listed(() => pi.getAllTools?.())];
  const paths = [...given, ...owners.map((owner) => owner?.sourceInfo?.path)];
  const files = paths.filter((path) => typeof path === "string" && !/^(builtin:|<)/.test(path) && !isOwn(path));
  return [...new Set(files as string[])];
}

function isOwn(path: string): boolean {
  return OWN.includes(path) || path.startsWith(join(ROOT, "pi-bridge") + sep);
}

type Owner = { sourceInfo?: { path?: string } } | null;

function listed(list: () => readonly Owner[] | undefined): readonly Owner[] {
  try {
    const all = list();
    return Array.isArray(all) ? all : [];
  } catch {
    return []; // then they are not shown
  }
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
