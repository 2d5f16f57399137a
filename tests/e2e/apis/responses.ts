// OpenAI Responses: items, each with an id of its own beside the id of a call. Codex and Azure stream the same.
import { type Sent, type Vendor } from "./vendor.ts";
import { judgeResponses } from "./judge.ts";
import { EventStream } from "./sse.ts";
import { pieces, type Serial, type Turn } from "./turn.ts";

function items(turn: Turn, serial: Serial, sent: Sent): { item: { id: string; type: string }; events: object[] }[] {
  const found: { item: { id: string; type: string }; events: object[] }[] = [];
  if (turn.thinking) {
    const id = serial.id("rs_", 24);
    const encrypted_content = serial.signature();
    const summary = [{ type: "summary_text", text: turn.thinking }];
    sent.thinking.set(encrypted_content, turn.thinking);
    found.push({
      item: { id, type: "reasoning", ...{ summary, encrypted_content } },
      events: pieces(turn.thinking).map((delta) => ({ type: "response.reasoning_summary_text.delta", item_id: id, summary_index: 0, delta })),
    });
  }
  if (turn.text) {
    const id = serial.id("msg_", 24);
    const content = [{ type: "output_text", text: turn.text, annotations: [] }];
    found.push({
      item: { id, type: "message", ...{ role: "assistant", status: "completed", content } },
      events: pieces(turn.text).map((delta) => ({ type: "response.output_text.delta", item_id: id, content_index: 0, delta })),
    });
  }
  for (const { name, args } of turn.calls ?? []) {
    const id = serial.id("fc_", 24);
    const told = pieces(args).map((delta) => ({ type: "response.function_call_arguments.delta", item_id: id, delta }));
    found.push({
      item: { id, type: "function_call", ...{ call_id: serial.id("call_", 24), name, arguments: args, status: "completed" } },
      events: [...told, { type: "response.function_call_arguments.done", item_id: id, arguments: args }],
    });
  }
  const [first, second] = found;
  if (first?.item.type === "reasoning" && second) sent.reasonedBy.set(second.item.id, first.item.id);
  return found;
}

/** An item as it is announced: nothing in it yet. */
function begun(item: { id: string; type: string }): object {
  const empty = { reasoning: { summary: [] }, message: { content: [], status: "in_progress" }, function_call: { arguments: "", status: "in_progress" } };
  return { ...item, ...empty[item.type as keyof typeof empty] };
}

const shared: Omit<Vendor, "name" | "api" | "path"> = {
  model: "gpt-5.1",
  reasoning: true,
  noPhantom: true, // a response is completed or not: nothing in it says that it stopped for tools
  judge: judgeResponses,
  stream(response, turn, serial, sent) {
    const events = new EventStream(response);
    const answer = { id: serial.id("resp_", 24), object: "response", model: "gpt-5.1" };
    events.named({ type: "response.created", response: { ...answer, status: "in_progress", output: [] } });
    const output = items(turn, serial, sent);
    for (const [output_index, { item, events: deltas }] of output.entries()) {
      events.named({ type: "response.output_item.added", output_index, item: begun(item) });
      for (const delta of deltas) events.named({ ...(delta as { type: string }), output_index });
      events.named({ type: "response.output_item.done", output_index, item });
    }
    const usage = { input_tokens: 100, output_tokens: 20, total_tokens: 120 };
    events.named({ type: "response.completed", response: { ...answer, status: "completed", output: output.map(({ item }) => item), usage } });
    events.end();
  },
};

/** A sign-in that names an account, which is all that pi reads in it. */
const signIn = (): string => {
  const claims = { "https://api.openai.com/auth": { chatgpt_account_id: "account" } };
  return ["{}", JSON.stringify(claims), "-"].map((part) => Buffer.from(part).toString("base64")).join(".");
};

export const openaiResponses: Vendor = { ...shared, name: "openai-responses", api: "openai-responses", path: "/v1" };
/** A model whose tools may change in mid-session: they are declared by items of the input. */
export const additionalTools: Vendor = {
  ...openaiResponses,
  name: "openai-responses, tools in the input",
  compat: { supportsMidConvoSystemMessages: true, supportsAdditionalTools: true },
};
export const azureResponses: Vendor = { ...shared, name: "azure-openai-responses", api: "azure-openai-responses", path: "/openai/v1" };
export const codexResponses: Vendor = { ...shared, name: "openai-codex-responses", api: "openai-codex-responses", path: "", apiKey: signIn() };
