// Every scenario, in the order in which they are played.
import type { Scenario } from "../scenario.ts";
import { abort } from "./abort.ts";
import { ambiguousWrite, answerByReference } from "./ambiguous_write.ts";
import { doctorNames, lateTools, mutating, otherGrammar, otherPhantom, otherRepair, rewriting, throwing } from "./beside.ts";
import { commands, commandsRpc } from "./commands.ts";
import { bothFiles, installedToo, installedTooRpc, reloaded, sameFileTwice } from "./copies.ts";
import { editItemsAsText, editsAsText } from "./edits_as_text.ts";
import {
  emptyResult,
  missingArgument,
  observedErrors,
  reported,
  reportedLater,
  sameCallAgain,
  survivingHints,
  unknownTool,
} from "./explained_errors.ts";
import { explainedRepair } from "./explained_repair.ts";
import { hostileProject } from "./hostile_project.ts";
import { ignoredKeys, missingFolder, secondPairs, workFolder } from "./ignored_keys.ts";
import { changesTool, emptiesContent, inventsCommand, inventsPath } from "./inventing_recovery.ts";
import { firstBrokenCall, installed, listed, setUpIsOff, setUpIsWaitedFor } from "./installed.ts";
import {
  leakBesideNative,
  leakByDefault,
  leakTold,
  leakRefusedTold,
  leakByModel,
  leakEnabled,
  leakOtherName,
  leakStripped,
  leakUnfit,
} from "./leaked_call.ts";
import { tuiCommands, tuiRepairs } from "./in_a_terminal.ts";
import { learnedAcross, learnedFails, learnedOnce } from "./learned.ts";
import { tuiLinesStay } from "./lines_stay.ts";
import { tuiTold } from "./told.ts";
import { demoPrinted, tuiDemo } from "./demo.ts";
import { settingsPrinted, tuiSettings } from "./settings.ts";
import { malformedArguments, truncatedArguments } from "./malformed_arguments.ts";
import { missedEdit } from "./missed_edit.ts";
import { namespacedTool } from "./namespaced_tool.ts";
import { newSession } from "./new_session.ts";
import { noPython, noPythonRpc, uselessPython } from "./no_python.ts";
import { off } from "./off.ts";
import { glanceOff, glanceOnce } from "./past_sessions.ts";
import { phantom, phantomAgain, phantomOff } from "./phantom.ts";
import { doctorKnowsPicked, endpointFirst, pickedByWords, pickedDown, pickedInRpc, pickedModel } from "./picked_model.ts";
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
import { scriptAsText, scripted, searchedTool } from "./reached_tools.ts";
import { recoveryDown } from "./recovery_down.ts";
import { renamedKey, resumed, shownRepaired } from "./renamed_key.ts";
import { requiredNull } from "./required_null.ts";
import { anchorsGo, anchorsStay } from "./sanitized_request.ts";
import { SENT_TEXT } from "./sent_text.ts";
import { SHOWN_ELSEWHERE } from "./shown_elsewhere.ts";
import { STRICT_TOOLS } from "./strict_tools.ts";
import { toolFailsAgain, toolFindsNothing, toolHints } from "./tool_errors.ts";
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
  resumed,
  recoveryDown,
  off,
  hostileProject,
  inventsCommand,
  inventsPath,
  emptiesContent,
  changesTool,
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
  ...SENT_TEXT,
  malformedArguments,
  truncatedArguments,
  editsAsText,
  editItemsAsText,
  missedEdit,
  namespacedTool,
  requiredNull,
  workFolder,
  missingFolder,
  ...ignoredKeys,
  secondPairs,
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
  toolFailsAgain,
  toolFindsNothing,
  toolHints,
  scripted,
  scriptAsText,
  searchedTool,
  reportedLater,
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
  leakTold,
  leakRefusedTold,
  leakEnabled,
  leakOtherName,
  leakByModel,
  leakStripped,
  leakUnfit,
  leakBesideNative,
  fencedExample,
  quotedFile,
  quotedPrompt,
  quotedBefore,
  quotedRules,
  ...SHOWN_ELSEWHERE,
  phantom,
  phantomAgain,
  phantomOff,
];

/** A recovery model of any provider that pi knows. */
export const PICKED: readonly Scenario[] = [pickedModel, pickedByWords, doctorKnowsPicked, pickedDown, endpointFirst, pickedInRpc];

/** How it comes to a person's pi, and goes. */
export const PACKAGE: readonly Scenario[] = [demoPrinted, settingsPrinted, glanceOnce, glanceOff, installed, firstBrokenCall, setUpIsWaitedFor, setUpIsOff];

/** What a provider is shown. */
export const REQUESTS: readonly Scenario[] = [anchorsGo, anchorsStay, ...STRICT_TOOLS];

/** What a person at a terminal sees. */
export const TERMINAL: readonly Scenario[] = [tuiCommands, tuiRepairs, tuiLinesStay, tuiTold, tuiDemo, tuiSettings, listed];

/** Other extensions in the same pi. */
export const BESIDE: readonly Scenario[] = [
  ...otherRepair,
  ...otherGrammar,
  ...otherPhantom,
  ...rewriting,
  ...mutating,
  ...throwing,
  ...lateTools,
  doctorNames,
  installedToo,
  installedTooRpc,
  sameFileTwice,
  bothFiles,
  reloaded,
];

export const SCENARIOS: readonly Scenario[] = [
  ...PACKAGE,
  ...INTERCEPTION,
  ...ENGINE,
  ...RECOVERY,
  ...GRAMMAR,
  ...RESULTS,
  ...PICKED,
  ...REQUESTS,
  ...BESIDE,
  ...TERMINAL,
];
