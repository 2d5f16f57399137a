// Server-sent events, with or without names.
import type { ServerResponse } from "node:http";

export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { "content-type": "text/event-stream" });
  }

  send(data: object): void {
    this.#response.write(`data: ${JSON.stringify(data)}\n\n`);
  }

  /** An event that is named after the type in its data. */
  named(data: { type: string; [field: string]: unknown }): void {
    this.#response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(last = ""): void {
    this.#response.end(last);
  }
}
