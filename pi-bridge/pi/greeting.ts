/** What the sidecar is told about this pi in its first request. */

import { getAgentDir, VERSION as PI_VERSION, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import { PROTOCOL, type InitializeParams } from "../protocol.ts";
import { VERSION } from "./package.ts";

export function greeting(ctx: Pick<ExtensionContext, "cwd" | "hasUI" | "mode">): InitializeParams {
  return {
    protocol: PROTOCOL,
    bridge: VERSION,
    pi: PI_VERSION ?? "unknown",
    agentDir: getAgentDir(),
    cwd: ctx.cwd ?? process.cwd(),
    mode: ctx.mode ?? "print",
    hasUI: ctx.hasUI === true,
  };
}
