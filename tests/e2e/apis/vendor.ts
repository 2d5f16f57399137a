// One API that pi speaks: how pi is told of it, how its server streams a turn, and how its requests are judged.
import type { ServerResponse } from "node:http";
import type { Json } from "./json.ts";
import type { Serial, Turn } from "./turn.ts";

/** What a vendor's server remembers of what it sent: a request that holds it again must hold it unchanged. */
export interface Sent {
  /** Signature → the thinking it belongs to. */
  thinking: Map<string, string>;
  /** The id of an item → the id of the reasoning item that came right before it. */
  reasonedBy: Map<string, string>;
}

export interface Vendor {
  /** As it is printed: the API, and the model where one API has several. */
  name: string;
  api: string;
  model: string;
  compat?: object;
  reasoning?: boolean;
  apiKey?: string;
  /** What stands behind the origin in the base address. */
  path: string;
  env?: Readonly<Record<string, string>>;
  /** The arguments of a call are an object on the wire: they cannot be malformed. */
  parsedArguments?: boolean;
  /** The API has no word for a turn that stops for tools and holds none. */
  noPhantom?: boolean;
  stream(response: ServerResponse, turn: Turn, serial: Serial, sent: Sent): void;
  /** What the vendor would refuse about this request. */
  judge(body: Json, sent: Sent): string[];
}
