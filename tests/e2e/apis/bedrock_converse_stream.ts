// Bedrock's Converse stream: events in frames of bytes, each with two checksums.
import type { ServerResponse } from "node:http";
import { crc32 } from "node:zlib";
import type { Vendor } from "./vendor.ts";
import { judgeBedrock } from "./judge.ts";
import { pieces, stopsForTools } from "./turn.ts";

const STRING = 7; // the type of a header's value

function header(name: string, value: string): Buffer {
  const [key, content] = [Buffer.from(name), Buffer.from(value)];
  const length = Buffer.alloc(3);
  length.writeUInt8(STRING);
  length.writeUInt16BE(content.length, 1);
  return Buffer.concat([Buffer.from([key.length]), key, length, content]);
}

/** Length, length of the headers, checksum of both, headers, payload, checksum of all. */
function frame(type: string, payload: object): Buffer {
  const headers = Buffer.concat([header(":event-type", type), header(":content-type", "application/json"), header(":message-type", "event")]);
  const body = Buffer.from(JSON.stringify(payload));
  const all = Buffer.alloc(16 + headers.length + body.length);
  all.writeUInt32BE(all.length);
  all.writeUInt32BE(headers.length, 4);
  all.writeUInt32BE(crc32(all.subarray(0, 8)), 8);
  headers.copy(all, 12);
  body.copy(all, 12 + headers.length);
  all.writeUInt32BE(crc32(all.subarray(0, -4)), all.length - 4);
  return all;
}

export const bedrockConverse: Vendor = {
  name: "bedrock-converse-stream",
  api: "bedrock-converse-stream",
  model: "anthropic.claude-sonnet-4-5-20250929-v1:0",
  path: "",
  reasoning: true,
  env: { AWS_BEDROCK_FORCE_HTTP1: "1", AWS_REGION: "us-east-1" },
  judge: judgeBedrock,
  stream(response: ServerResponse, turn, serial, sent) {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    const send = (type: string, payload: object): void => void response.write(frame(type, payload));
    send("messageStart", { role: "assistant" });
    let contentBlockIndex = 0;
    const block = (deltas: readonly object[], start?: object): void => {
      if (start) send("contentBlockStart", { contentBlockIndex, start });
      for (const delta of deltas) send("contentBlockDelta", { contentBlockIndex, delta });
      send("contentBlockStop", { contentBlockIndex: contentBlockIndex++ });
    };
    if (turn.thinking) {
      const signature = serial.signature();
      sent.thinking.set(signature, turn.thinking);
      const told = pieces(turn.thinking).map((text) => ({ reasoningContent: { text } }));
      block([...told, { reasoningContent: { signature } }]);
    }
    if (turn.text) block(pieces(turn.text).map((text) => ({ text })));
    for (const { name, args } of turn.calls ?? []) {
      const toolUse = { toolUseId: serial.id("tooluse_", 22), name };
      block(pieces(args).map((input) => ({ toolUse: { input } })), { toolUse });
    }
    send("messageStop", { stopReason: stopsForTools(turn) ? "tool_use" : "end_turn" });
    send("metadata", { usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 }, metrics: { latencyMs: 1 } });
    response.end();
  },
};
