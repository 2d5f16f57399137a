// Well-formed frames that nobody asked for, without end.
import { hear, hello, send } from "./frames.mjs";

hear(({ id }) => send({ id, result: hello }));
const frame = 'Content-Length: 54\r\n\r\n{"jsonrpc":"2.0","method":"host/x","params":{"a":123}}';
const pour = () => {
  while (process.stdout.write(frame.repeat(500)));
  process.stdout.once("drain", pour);
};
pour();
