/** pi begins to run the calls of a message, all of which are drawn by now: the lines about their repairs come below them. */

import { writeLines } from "../session/record.ts";
import type { Session } from "../session/session.ts";

export function startCalls(session: Session): void {
  writeLines(session);
}
