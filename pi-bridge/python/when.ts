/** What TOOLRECOVERY_SETUP says: which messages wait while Python is being set up. */

const WORDS = ["wait", "background", "off"] as const;
const VARIABLE = "TOOLRECOVERY_SETUP";

/** `wait`: every message waits. `background`: none does. `off`: nothing is set up. `broken`, where it is not set: a broken call waits. */
export type When = (typeof WORDS)[number] | "broken";

export const SETUP_IS_OFF = `toolrecovery is off for this session: its Python is not set up, and ${VARIABLE}=off. Unset ${VARIABLE}, then /reload.`;

export function whenToWait(env: NodeJS.ProcessEnv): When {
  return WORDS.find((word) => word === env[VARIABLE]) ?? "broken";
}

/** The warning about a word that is none of them. */
export function unknownWord(env: NodeJS.ProcessEnv): string | undefined {
  const word = env[VARIABLE];
  if (!word || whenToWait(env) !== "broken") return undefined;
  return `toolrecovery ignores ${VARIABLE}=${word}: it takes ${WORDS.join(", ")}`;
}
