/** What handles the turns of a model: no session needs it before its first one. */

export { repairLive } from "./live.ts";
export { repairMessage } from "./message_end.ts";
export { continueTurn } from "./phantom.ts";
export { explainRefusal, explainResult } from "./tool_result.ts";
