/** pi's tools, as the sidecar is told of them: once per change, under a key. */

import { createHash } from "node:crypto";
import type { ExtensionAPI, ToolInfo } from "@earendil-works/pi-coding-agent";
import type { Tool } from "./protocol.ts";

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

  wire(): Tool[] {
    return this.all.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters,
      active: this.active.has(tool.name),
      exposure: tool.exposure ?? "direct", // pi before 0.99 has none
      source: tool.sourceInfo.source,
      ...(tool.annotations && { annotations: tool.annotations }),
    }));
  }

  /** pi makes new entries at each call, of the same schema objects. */
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
          active.has(tool.name) === this.active.has(tool.name)
        );
      })
    );
  }
}

/** The list of this moment; the known one itself where nothing changed. */
export function currentTools(pi: ToolHost, known: ToolList | undefined): ToolList {
  const all = pi.getAllTools();
  const active = new Set(pi.getActiveTools());
  return known?.is(all, active) ? known : new ToolList(all, active);
}
