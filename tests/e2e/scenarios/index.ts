// Every scenario, in the order in which they are played.
import type { Scenario } from "../scenario.ts";
import { abort } from "./abort.ts";
import { ambiguousWrite, answerByReference } from "./ambiguous_write.ts";
import { commands, commandsRpc } from "./commands.ts";
import { editItemsAsText, editsAsText } from "./edits_as_text.ts";
import {
  emptyResult,
  missingArgument,
  observedErrors,
  reported,
  sameCallAgain,
  survivingHints,
  unknownTool,
} from "./explained_errors.ts";
import { explainedRepair } from "./explained_repair.ts";
import { hostileProject } from "./hostile_project.ts";
import { emptiesContent, inventsCommand, inventsPath } from "./inventing_recovery.ts";
import {
  leakBesideNative,
  leakByDefault,
  leakByModel,
  leakEnabled,
  leakStripped,
} from "./leaked_call.ts";
import { learnedAcross, learnedFails, learnedOnce } from "./learned.ts";
import { malformedArguments, truncatedArguments } from "./malformed_arguments.ts";
import { namespacedTool } from "./namespaced_tool.ts";
import { newSession } from "./new_session.ts";
import { noPython, noPythonRpc, uselessPython } from "./no_python.ts";
import { off } from "./off.ts";
import { phantom, phantomAgain, phantomOff } from "./phantom.ts";
import { endpointFirst, pickedByWords, pickedDown, pickedInRpc, pickedModel } from "./picked_model.ts";
import { fencedExample, quotedBefore, quotedFile, quotedPrompt, quotedRules } from "./quoted_leak.ts";
import {
  anthropicShape,
  babblingRecovery,
  brokenRecovery,
  busyRecovery,
  observedRecovery,
  silentRecovery,
  wrappedAnswers,
} from "./recovery_answers.ts";
import { recoveryDown } from "./recovery_down.ts";
import { renamedKey, shownRepaired } from "./renamed_key.ts";
import { requiredNull } from "./required_null.ts";
import { anchorsGo, anchorsStay } from "./sanitized_request.ts";
import { twoCalls } from "./two_calls.ts";
import { validCall } from "./valid_call.ts";
import { wrongAnswers } from "./wrong_answers.ts";

/** One broken call from the model's stream to the file on disk, and what keeps it safe. */
export const INTERCEPTION: readonly Scenario[] = [
  commands,
  ambiguousWrite,
  answerByReference,
  renamedKey,
  shownRepaired,
  recoveryDown,
  off,
  hostileProject,
  inventsCommand,
  inventsPath,
  emptiesContent,
  noPython,
  uselessPython,
  noPythonRpc,
  abort,
  commandsRpc,
  explainedRepair,
  newSession,
  validCall,
];

/** Faults that are mended, or blocked, without a model. */
export const ENGINE: readonly Scenario[] = [
  malformedArguments,
  truncatedArguments,
  editsAsText,
  editItemsAsText,
  namespacedTool,
  requiredNull,
  twoCalls,
];

/** Errors that explain themselves. */
export const RESULTS: readonly Scenario[] = [
  unknownTool,
  missingArgument,
  sameCallAgain,
  survivingHints,
  emptyResult,
  observedErrors,
  reported,
];

/** What a recovery model says, and what is remembered of it. */
export const RECOVERY: readonly Scenario[] = [
  anthropicShape,
  ...wrappedAnswers,
  busyRecovery,
  brokenRecovery,
  silentRecovery,
  babblingRecovery,
  observedRecovery,
  wrongAnswers,
  learnedOnce,
  learnedAcross,
  learnedFails,
];

/** Calls that arrive as text, and turns that hold none. */
export const GRAMMAR: readonly Scenario[] = [
  leakByDefault,
  leakEnabled,
  leakByModel,
  leakStripped,
  leakBesideNative,
  fencedExample,
  quotedFile,
  quotedPrompt,
  quotedBefore,
  quotedRules,
  phantom,
  phantomAgain,
  phantomOff,
];

/** A recovery model of any provider that pi knows. */
export const PICKED: readonly Scenario[] = [pickedModel, pickedByWords, pickedDown, endpointFirst, pickedInRpc];

/** What a provider is shown. */
export const REQUESTS: readonly Scenario[] = [anchorsGo, anchorsStay];

export const SCENARIOS: readonly Scenario[] = [...INTERCEPTION, ...ENGINE, ...RECOVERY, ...GRAMMAR, ...RESULTS, ...PICKED, ...REQUESTS];
