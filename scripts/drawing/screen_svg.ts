// A terminal's screen as tmux captures it, with its colours → a picture that needs no font but the viewer's own.

const CELL = { width: 8.4, height: 18 };
const FONT_PX = 14;
const MARGIN = 16;
const GROUND = "#1b1d23";
const INK = "#d7dae0";
const FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
// The sixteen colours that a terminal's owner chooses.
const PALETTE = (
  "#3a3f4b #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d7dae0 " +
  "#7f848e #f08c95 #b5e08f #f0d58c #82c4ff #dc9cf0 #7fd4dd #ffffff"
).split(" ");

interface Style {
  ink?: string | undefined;
  ground?: string | undefined;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
  reverse?: boolean;
}

interface Run {
  text: string;
  at: number;
  style: Style;
}

export function screenSvg(lines: readonly string[], columns: number, title: string): string {
  const width = columns * CELL.width + 2 * MARGIN;
  const height = lines.length * CELL.height + 2 * MARGIN;
  let style: Style = {};
  const drawn = lines.flatMap((line, row) => {
    const { runs, after } = runsOf(line, style);
    style = after;
    return runs.map((run) => draw(run, row));
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${GROUND}" stroke="#7f848e" stroke-opacity=".5"/>`,
    `<g font-family="${FONTS}" font-size="${FONT_PX}">`,
    ...drawn.filter(Boolean),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function draw({ text, at, style }: Run, row: number): string {
  const [ink, ground] = style.reverse ? [style.ground ?? GROUND, style.ink ?? INK] : [style.ink ?? INK, style.ground];
  const [x, y] = [MARGIN + at * CELL.width, MARGIN + row * CELL.height];
  const box = ground ? `<rect x="${x.toFixed(1)}" y="${y}" width="${(text.length * CELL.width).toFixed(1)}" height="${CELL.height}" fill="${ground}"/>` : "";
  const looks = [
    style.bold && 'font-weight="bold"',
    style.italic && 'font-style="italic"',
    style.underline && 'text-decoration="underline"',
    style.dim && 'opacity=".65"',
  ];
  // a viewer may fold blanks: what stands between two of them has a place and a width of its own
  const words = [...text.matchAll(/\S+(?: \S+)*/g)].map((word) => {
    const [from, across] = [x + word.index * CELL.width, word[0].length * CELL.width].map((value) => +value.toFixed(1));
    const place = `x="${from}" y="${+(y + 13.5).toFixed(1)}" textLength="${across}" lengthAdjust="spacingAndGlyphs"`;
    return `<text ${[place, `fill="${ink}"`, ...looks.filter(Boolean)].join(" ")}>${escaped(word[0])}</text>`;
  });
  return box + words.join("");
}

function runsOf(line: string, before: Style): { runs: Run[]; after: Style } {
  const runs: Run[] = [];
  let [style, at] = [before, 0];
  for (const piece of line.replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)/g, "").split(/(\x1b\[[\d;:]*m)/)) {
    const codes = /^\x1b\[([\d;:]*)m$/.exec(piece)?.[1];
    if (codes !== undefined) style = restyled(style, codes.split(/[;:]/).map(Number));
    else if (piece !== "") {
      runs.push({ text: piece, at, style });
      at += piece.length;
    }
  }
  return { runs, after: style };
}

function restyled(before: Style, codes: number[]): Style {
  let style = { ...before };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 0) style = {};
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 7) style.reverse = true;
    else if (code === 22) style.bold = style.dim = false;
    else if (code === 23) style.italic = false;
    else if (code === 24) style.underline = false;
    else if (code === 27) style.reverse = false;
    else if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1));
      style[code === 38 ? "ink" : "ground"] = colour;
      at += used;
    } else if (code === 39) style.ink = undefined;
    else if (code === 49) style.ground = undefined;
    else if (code >= 30 && code <= 37) style.ink = indexed(code - 30);
    else if (code >= 90 && code <= 97) style.ink = indexed(code - 82);
    else if (code >= 40 && code <= 47) style.ground = indexed(code - 40);
    else if (code >= 100 && code <= 107) style.ground = indexed(code - 92);
  }
  return style;
}

function extended([kind, one = 0, two = 0, three = 0]: number[]): [string, number] {
  return kind === 5 ? [indexed(one), 2] : [rgb(one, two, three), 4];
}

function indexed(index: number): string {
  const known = PALETTE[index];
  if (known) return known;
  if (index >= 232) return rgb(...([8, 8, 8].map((base) => base + 10 * (index - 232)) as [number, number, number]));
  const level = (part: number): number => (part === 0 ? 0 : 55 + 40 * part);
  return rgb(level(Math.floor((index - 16) / 36)), level(Math.floor((index - 16) / 6) % 6), level((index - 16) % 6));
}

function rgb(...parts: [number, number, number]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
