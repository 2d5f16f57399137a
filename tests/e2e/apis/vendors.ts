// Every API that pi speaks to a model that calls tools.
import { anthropicMessages, anthropicThreads } from "./anthropic_messages.ts";
import { bedrockConverse } from "./bedrock_converse_stream.ts";
import { gemini25, gemini3, vertex } from "./google.ts";
import { mistralConversations } from "./mistral_conversations.ts";
import { openaiCompletions } from "./openai_completions.ts";
import { piMessages } from "./pi_messages.ts";
import { additionalTools, azureResponses, codexResponses, openaiResponses } from "./responses.ts";
import type { Vendor } from "./vendor.ts";

export const VENDORS: readonly Vendor[] = [
  openaiCompletions,
  openaiResponses,
  additionalTools,
  codexResponses,
  azureResponses,
  anthropicMessages,
  anthropicThreads,
  gemini3,
  gemini25,
  vertex,
  mistralConversations,
  bedrockConverse,
  piMessages,
];
