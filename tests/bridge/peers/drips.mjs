// Greets well; its answer to anything else comes byte by byte, one a second.
import { hear, hello, send } from "./frames.mjs";

hear(({ id, method }) => {
  if (method === "initialize") return send({ id, result: hello });
  const body = JSON.stringify({ jsonrpc: "2.0", id, result: null });
  const bytes = [...`Content-Length: ${body.length}\r\n\r\n${body}`];
  setInterval(() => process.stdout.write(bytes.shift() ?? ""), 1000);
});
