/** What handles the turns of a model: no session needs it before its first one. */

export { repairLive } from "./message_update.ts";
export { repairMessage } from "./message_end.ts";
export { continueTurn } from "./turn_end.ts";
export { explainRefusal, explainResult } from "./tool_result.ts";
