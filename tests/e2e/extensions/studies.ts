// Two tools of an extension: one fails and puts hints where the call asks for them, one finds nothing.
import type { ExtensionAPI, ToolDefinition } from "@earendil-works/pi-coding-agent";

const text = { type: "string" };
const HINTS = { examples: [{ nct_id: "NCT04280705" }], retry_hint: "An id is NCT and eight digits." };

const said = (words: string, more: object = {}): object => ({ content: [{ type: "text", text: words }], details: {}, ...more });

function study({ nct_id, place }: { nct_id: string; place?: string }): object {
  if (nct_id === "NCT04280705") return said("Remdesivir");
  if (place === "details") return said("bad id (details)", { isError: true, details: { _meta: HINTS } });
  if (place === "text") throw new Error(JSON.stringify({ error: "tool_error", message: "bad id (text)", _meta: HINTS }));
  throw new Error("bad id");
}

const tool = (name: string, properties: object, required: string[], work: (args: never) => object): ToolDefinition =>
  ({
    name,
    label: name,
    description: name,
    parameters: { type: "object", properties, required },
    execute: async (_id: string, args: never) => work(args),
  }) as unknown as ToolDefinition;

export default function (pi: ExtensionAPI): void {
  pi.registerTool(tool("get_study", { nct_id: text, place: text }, ["nct_id"], study));
  pi.registerTool(tool("search_studies", { query: text }, ["query"], () => said('{"total":0,"results":[]}')));
}
