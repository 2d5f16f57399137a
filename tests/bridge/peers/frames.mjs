// Content-Length framing for the scripted peers: hear(handle) calls handle(message) for each frame on stdin.
import { readFileSync } from "node:fs";

export function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}

export function hear(handle) {
  let buffer = Buffer.alloc(0);
  process.stdin.on("data", (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n");
      if (end === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, end).toString())[1]);
      if (buffer.length < end + 4 + length) return;
      const body = buffer.subarray(end + 4, end + 4 + length).toString();
      buffer = buffer.subarray(end + 4 + length);
      handle(JSON.parse(body));
    }
  });
}

const manifest = new URL("../../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8"));

/** `pid` tells a test which process it is. */
export const hello = { protocol: 1, sidecar: process.env.PEER_VERSION ?? version, enabled: true, status: "", pid: process.pid };
