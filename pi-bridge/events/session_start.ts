import { startSidecar, type SessionContext } from "../session/start.ts";
import type { Session } from "../session/session.ts";
import { turnHandlers } from "./turn.ts";

export function startSession(session: Session, ctx: SessionContext): void {
  startSidecar(session, ctx, { onReady: () => void turnHandlers(session) });
}
