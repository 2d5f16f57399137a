/** Argument text → whether the value that pi reads from it may lose something that the text says. */

/** Returns true for text that is no JSON object too: what pi makes of it may be another thing than was meant. Linear. */
export function mayLose(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value !== "object" || value === null || Array.isArray(value) || hasLossyToken(text);
  } catch {
    return true;
  }
}

const NUMBER = /-?\d[\d.eE+-]*/y;

/** Whether valid JSON has a key twice in one object, or a number that JavaScript writes in another way. */
function hasLossyToken(text: string): boolean {
  const open: (Set<string> | undefined)[] = []; // the keys of each open object, undefined for an open array
  let last = ""; // the last string, quotes included
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') {
      const end = closingQuote(text, at);
      last = text.slice(at, end + 1);
      at = end;
    } else if (character === ":") {
      const keys = open.at(-1);
      const key = last.includes("\\") ? (JSON.parse(last) as string) : last.slice(1, -1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    } else if (character === "-" || (character >= "0" && character <= "9")) {
      NUMBER.lastIndex = at;
      const spelling = NUMBER.exec(text)?.[0] ?? character;
      if (String(Number(spelling)) !== spelling) return true;
      at += spelling.length - 1;
    } else if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
  }
  return false;
}

function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
