// Greets well; its answer to anything else breaks off, and it stays.
import { hear, hello, send } from "./frames.mjs";

hear(({ id, method }) => {
  if (method === "initialize") send({ id, result: hello });
  else process.stdout.write('Content-Length: 500\r\n\r\n{"jsonrpc": "2.0", "id"');
});
