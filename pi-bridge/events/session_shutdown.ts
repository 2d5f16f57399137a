import type { Copies } from "../session/copies.ts";
import type { Session } from "../session/session.ts";

export function stopSession(session: Session, copies: Copies): Promise<void> {
  copies.leave();
  return session.stop();
}
