/** pi's tools in the form that the sidecar is sent, under a key that changes with them. */

import { createHash } from "node:crypto";
import type { ExtensionAPI, ToolInfo } from "@earendil-works/pi-coding-agent";
import type { WireTool } from "../protocol.ts";
import { isObject, UnknownShape } from "./shape.ts";

export type ToolHost = Pick<ExtensionAPI, "getActiveTools" | "getAllTools" | "appendEntry" | "sendMessage">;

export class ToolList {
  readonly key: string;
  readonly active: ReadonlyMap<string, ToolInfo>;
  readonly all: readonly ToolInfo[];

  constructor(all: readonly ToolInfo[], active: ReadonlySet<string>) {
    this.all = all;
    this.active = new Map(all.filter((tool) => active.has(tool.name)).map((tool) => [tool.name, tool]));
    this.key = createHash("sha256").update(JSON.stringify(this.wire())).digest("hex").slice(0, 32);
  }

  /** Whether a call of `edit` would be run by pi's own tool, which works on local files. */
  get hasBuiltinEdit(): boolean {
    return this.active.get("edit")?.sourceInfo?.source === "builtin";
  }

  wire(): WireTool[] {
    return this.all.map((tool) => ({
      name: tool.name,
      ...(typeof tool.description === "string" && { description: tool.description }),
      parameters: tool.parameters ?? {}, // a tool without a schema takes any arguments
      active: this.active.has(tool.name),
      exposure: tool.exposure ?? "direct", // an older pi does not say
      source: tool.sourceInfo?.source ?? "unknown",
      ...(isObject(tool.annotations) && { annotations: tool.annotations }),
    }));
  }

  /** Whether this list is still the current one. pi makes new entries at each call, but with the same schema objects. */
  is(all: readonly ToolInfo[], active: ReadonlySet<string>): boolean {
    return (
      all.length === this.all.length &&
      all.every((tool, at) => {
        const known = this.all[at];
        return (
          tool.name === known?.name &&
          tool.parameters === known.parameters &&
          tool.description === known.description &&
          tool.exposure === known.exposure &&
          tool.sourceInfo?.source === known.sourceInfo?.source &&
          active.has(tool.name) === this.active.has(tool.name)
        );
      })
    );
  }
}

/** pi's list now; `known` itself if nothing changed. Throws UnknownShape. */
export function currentTools(pi: ToolHost, known: ToolList | undefined): ToolList {
  const all: unknown = pi.getAllTools?.();
  const active: unknown = pi.getActiveTools?.();
  if (!isList(all, isTool) || !isList(active, isText)) throw new UnknownShape("tools");
  const names = new Set(active);
  return known?.is(all, names) ? known : new ToolList(all, names);
}

function isList<T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTool(value: unknown): value is ToolInfo {
  return isObject(value) && typeof value["name"] === "string";
}
