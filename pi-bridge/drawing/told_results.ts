/** Draws what was added to a failed result for the model as one folded line below it, and whole where results are expanded. */

import type { ToolRendererResolver, ToolRenderers } from "@earendil-works/pi-coding-agent";
import type { Told } from "../session/told.ts";
import { tui, type Tui } from "./tui.ts";

type Result = Parameters<NonNullable<ToolRenderers["renderResult"]>>[0];
type Theme = Parameters<NonNullable<ToolRenderers["renderResult"]>>[2];
type Context = Parameters<NonNullable<ToolRenderers["renderResult"]>>[3];
type Component = ReturnType<NonNullable<ToolRenderers["renderResult"]>>;

export function toldResults(told: Told): ToolRendererResolver {
  /** What the tool's own renderer made last, by what was made around it. */
  const inner = new WeakMap<Component, Component>();
  return (toolName, next) => {
    const own = next();
    const pi = tui();
    if (!pi) return own;
    const base = own ?? plain(pi, toolName);
    if (!base.renderResult) return own;
    const renderers: ToolRenderers = {
      renderResult: (result, options, theme, context) => {
        const { content, told: text } = context.isError ? told.part(context.toolCallId, result.content) : { content: result.content, told: undefined };
        const last = context.lastComponent && (inner.get(context.lastComponent) ?? context.lastComponent);
        const drawn = base.renderResult!({ ...result, content }, options, theme, { ...context, lastComponent: last });
        if (context.isError && text === undefined) told.drawn(context.toolCallId, context.invalidate);
        if (text === undefined) return drawn;
        const around = new pi.Container();
        around.addChild(drawn);
        around.addChild(new pi.Text(`\n${line(text, options.expanded, theme, context)}`, base.renderShell === "self" ? context.outputPad : 0, 0));
        inner.set(around, drawn);
        return around;
      },
    };
    if (base.renderCall) renderers.renderCall = (...given) => base.renderCall!(...given);
    if (base.renderShell) renderers.renderShell = base.renderShell;
    return renderers;
  };
}

function line(text: string, expanded: boolean, theme: Theme, context: Context): string {
  const head = "⚒ what the model was told";
  if (!expanded) return `${theme.fg("dim", `${head} (`)}${context.keyHint("app.tools.expand", "to expand")}${theme.fg("dim", ")")}`;
  return [`${head}:`, ...text.split("\n")].map((each) => theme.fg("dim", each)).join("\n");
}

/** As pi draws the calls of a tool that it does not know. */
function plain(pi: Tui, name: string): ToolRenderers {
  return {
    renderCall: (args, theme) => new pi.Text(`${theme.fg("toolTitle", theme.bold(name))}\n\n${JSON.stringify(args, null, 2) ?? ""}`, 0, 0),
    renderResult: ({ content }: Result) => new pi.Text(content.map((block) => (block.type === "text" ? block.text : "")).join("\n"), 0, 0),
  };
}
