/** The wire types of the bridge and the sidecar; twin of sidecar/rpc/protocol.py. */

export const PROTOCOL = 1;

/** The sidecar does not know the tool list of this key: send `tools/set` and ask again. */
export const UNKNOWN_TOOLS = -32001;

export interface InitializeParams {
  protocol: number;
  bridge: string;
  pi: string;
  agentDir: string;
  cwd: string;
  mode: string;
  hasUI: boolean;
  host?: HostView;
  /** Why the sidecar before this one ended, and the last lines it logged. */
  lastWords?: string[];
  /** Calls that were repaired in this session before it was resumed, by stage. */
  repaired?: Record<string, number>;
}

/** For doctor alone: nothing is decided by it. */
export interface HostView {
  /** What this pi cannot do, in words. */
  lacks?: string[];
  /** Where other copies of toolrecovery are that stood down for this one. */
  copies?: string[];
  /** Paths of other extensions. */
  extensions?: string[];
}

export interface InitializeResult {
  protocol: number;
  sidecar: string;
  enabled: boolean;
  status: string;
  state?: HostState;
  commands?: CommandWord[];
}

/** What is worth asking about now; `host/state` brings it again when it changes. */
export interface HostState {
  /** Leaked text may become calls: text without a call is worth a look too. */
  grammar: boolean;
  /** Tool lists on their way to a provider. */
  sanitize: boolean;
  /** Tool lists without a pattern too. */
  strict: boolean;
  /** A line for the person about each repair. */
  verbose: boolean;
}

export interface WireTool {
  name: string;
  description?: string;
  parameters: unknown;
  active?: boolean;
  exposure?: unknown;
  source?: unknown;
  annotations?: Record<string, unknown>;
}

export interface ToolsSetParams {
  key: string;
  tools: WireTool[];
}

export interface ToolsSetResult {
  key: string;
}

export interface Block {
  type: string;
  [field: string]: unknown;
}

export interface TextBlock extends Block {
  type: "text";
  text: string;
}

export interface ThinkingBlock extends Block {
  type: "thinking";
  thinking: string;
}

export interface ToolCallBlock extends Block {
  type: "toolCall";
  id: string;
  name: string;
  arguments: unknown;
  argumentsError?: string;
}

export interface Message {
  role: string;
  content: Block[];
  stopReason: string;
  [field: string]: unknown;
}

export interface ModelName {
  provider?: string;
  id: string;
  api?: string;
  /** Of its server. */
  baseUrl?: string;
  /** pi marks its own tools strict for it. */
  strictMode?: boolean;
}

export type Stage = "rules" | "raw" | "edits" | "learned" | "grammar" | "recovery" | "phantom";

export interface RepairParams {
  message: Message;
  tools: string;
  model?: ModelName;
  /** pi's own error text for each toolCall id, null where pi accepts the call. */
  hostErrors?: Record<string, string | null>;
  /** The streamed text of a call's arguments by toolCall id, where pi's reading of it may have lost something. */
  rawArguments?: Record<string, string>;
  /** pi's own edit on local files would run: the sidecar may read the files that its calls name. */
  builtinEdit?: boolean;
  stages?: Stage[];
  /** A look ahead while the message still comes in: it is counted nowhere. */
  live?: boolean;
}

export interface WireCall {
  name: string;
  arguments: Record<string, unknown>;
}

export interface WireRepair {
  id: string;
  tool: string;
  stage: Stage;
  rules?: string[];
  before?: WireCall;
  after?: WireCall;
  summary: string;
  ms?: number;
}

export interface WireDeclined {
  id: string;
  tool: string;
  reason: string;
}

export interface WireGuard {
  id: string;
  reason: string;
}

export interface RepairResult {
  message: Message | null;
  repairs: WireRepair[];
  declined: WireDeclined[];
  guards: WireGuard[];
  phantom?: Phantom;
}

/** Ask the model again, with `note`. `drop`: it need not see its own turn, which says nothing. */
export interface Phantom {
  note: string;
  drop: boolean;
}

/** Texts of a request to the model that it did not write itself and that this sidecar was not sent before. */
export interface ContextParams {
  texts: string[];
}

export interface SanitizeParams {
  model: string;
  /** Of the model's server. */
  baseUrl?: string;
  tools: unknown[];
}

export interface SanitizeResult {
  applies: boolean;
  tools?: unknown[];
  /** The tools are marked strict. */
  strict?: boolean;
}

/** A request that was changed ended in `error`, in pi's words. */
export interface FailedParams {
  model: string;
  error: string;
}

/** `phantom`: the failure was of our change, which is not made again; ask again. */
export interface FailedResult {
  phantom?: Phantom;
}

export interface ObserveParams {
  toolCallId: string;
  toolName: string;
  /** The arguments of the call. */
  input: object;
  content: unknown[];
  details?: unknown;
  structuredContent?: unknown;
  isError: boolean;
  /** false: pi refused the call, or it was blocked. */
  executed: boolean;
  /** As in RepairParams. */
  builtinEdit?: boolean;
  /** A script made the call, not the model. */
  nested?: boolean;
}

export interface ObserveResult {
  append?: string;
}

export interface RunParams {
  /** The prompt that began the run. */
  text?: string;
}

export interface RejectedParams {
  id: string;
  error: string;
}

export interface CommandParams {
  name: string;
  args?: string;
  /** What pi can use, for a command that picks or judges one. */
  models?: CompletionModel[];
  /** The session's. */
  model?: ModelName;
}

export type Level = "info" | "warning" | "error";

/** A word of `/toolrecovery`, and what it stands for. */
export interface CommandWord {
  name: string;
  summary: string;
}

export interface CompleteWordsParams {
  /** As typed so far: the last word may be half of one. */
  args: string;
  /** What pi can use. */
  models?: CompletionModel[];
}

export interface CompleteWordsResult {
  words: CommandWord[];
}

/** A setting that takes one of `values`; `settings <key> <value>` changes it. */
export interface CommandSwitch {
  key: string;
  value: string;
  values: string[];
  meaning: string;
}

export interface CommandResult {
  text: string;
  level: Level;
  /** A note with which the model is asked again. */
  again?: string;
  /** What `text` shows, for a page. */
  switches?: CommandSwitch[];
}

export interface ConfigSetParams {
  patch: Record<string, unknown>;
}

export interface CancelParams {
  id: number | string;
}

export interface StatusParams {
  text: string;
}

export interface NotifyParams {
  text: string;
  level: Level;
}

export interface CompletionModel {
  provider: string;
  id: string;
}

export interface CompleteParams {
  model: CompletionModel;
  system: string;
  user: string;
  maxTokens: number;
  schema?: object;
}

export interface CompletionUsage {
  input: number;
  output: number;
  cost: number;
}

export interface CompleteResult {
  text: string;
  usage?: CompletionUsage;
}
