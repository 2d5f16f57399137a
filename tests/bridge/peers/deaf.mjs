// Greets well, then neither answers nor goes when its input ends.
import { hear, hello, send } from "./frames.mjs";

hear(({ id, method }) => {
  if (method === "initialize") send({ id, result: hello });
});
setInterval(() => {}, 1 << 30);
