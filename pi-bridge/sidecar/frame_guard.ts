/** Checks that the sidecar's output is frames, none too large and not too many. */

const HEADER_BYTES = 512; // "Content-Length: 67108864\r\n\r\n" takes 28
const FRAME_BYTES = 64 * 1024 * 1024; // the same as in sidecar/rpc/framing.py
const NO_FRAME = "the sidecar wrote something else than frames to its output";
const FLOOD = "the sidecar flooded its output";
const HEADERS_END = "\r\n\r\n";

// Since the bridge last sent something; a working sidecar sends a few. vscode-jsonrpc itself has no limits: it keeps a
// header that never ends, scans it again with each chunk, and queues any number of messages.
const UNASKED_FRAMES = 1000;
const UNASKED_BYTES = 2 * FRAME_BYTES;

export class FrameGuard {
  /** How many frames have come with their last byte. */
  whole = 0;
  #header = "";
  #bodyLeft = 0; // bytes of the current frame that are still to come
  #frames = 0;
  #bytes = 0;

  /** Something was sent to the sidecar: the counts start again. */
  sent(): void {
    this.#frames = 0;
    this.#bytes = 0;
  }

  /** Why the output is not acceptable, or undefined. */
  check(chunk: Buffer): string | undefined {
    this.#bytes += chunk.length;
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyLeft > 0) {
        const taken = Math.min(this.#bodyLeft, chunk.length - at);
        this.#bodyLeft -= taken;
        if (this.#bodyLeft === 0) this.whole += 1;
        at += taken;
        continue;
      }
      const before = this.#header.length;
      this.#header += chunk.toString("latin1", at, at + HEADER_BYTES - before);
      const end = this.#header.indexOf(HEADERS_END);
      if (end === -1) {
        if (this.#header.length >= HEADER_BYTES) return NO_FRAME;
        break;
      }
      const length = /^content-length: *(\d{1,9})$/im.exec(this.#header.slice(0, end).replaceAll("\r", ""))?.[1];
      if (length === undefined) return NO_FRAME;
      if (Number(length) > FRAME_BYTES) return `the sidecar announced a frame of ${length} bytes`;
      at += end + HEADERS_END.length - before;
      this.#header = "";
      this.#bodyLeft = Number(length);
      if (this.#bodyLeft === 0) this.whole += 1;
      this.#frames += 1;
      if (this.#frames > UNASKED_FRAMES || this.#bytes > UNASKED_BYTES) return FLOOD;
    }
    return this.#bytes > UNASKED_BYTES ? FLOOD : undefined;
  }
}
