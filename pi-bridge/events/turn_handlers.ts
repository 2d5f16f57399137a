/** The handlers of events in a model's turn. */

export { endMessage } from "./message_end.ts";
export { repairDisplayed } from "./message_update.ts";
export { explainResult } from "./tool_result.ts";
export { continueTurn } from "./turn_end.ts";
