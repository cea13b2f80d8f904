/** How two versions of a text differ, paragraph by paragraph and word by word. Pure. */

/** A part of a paragraph; `isOwn`: the other version does not have it. */
export interface Piece {
  text: string;
  isOwn: boolean;
}

/** Paragraphs that are the same in both, or those of each that are not. */
export type Block = { same: string[] } | { mine: Piece[][]; theirs: Piece[][] };

/** Comparing blocks the window for about 50 ms at most (cells of the tables); what is left then counts as different. */
const MAX_CELLS = 8_000_000;
interface Budget {
  cells: number;
}
/** With less in common, two paragraphs are different ones. */
const LEAST_COMMON = 1 / 3;

export function compareTexts(mine: string, theirs: string): Block[] {
  const [a, b] = [paragraphs(mine), paragraphs(theirs)];
  const left = { cells: MAX_CELLS };
  const blocks: Block[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...common(a, b, left), [a.length, b.length] as const]) {
    if (nextI > i || nextJ > j) blocks.push(differing(a.slice(i, nextI), b.slice(j, nextJ), left));
    const last = blocks.at(-1);
    if (nextI < a.length) {
      if (last && 'same' in last) last.same.push(a[nextI] ?? '');
      else blocks.push({ same: [a[nextI] ?? ''] });
    }
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return blocks;
}

/** One text with what both have once, and each difference with both versions below one another, the first one's first. */
export function mergeBlocks(blocks: readonly Block[]): string {
  const textOf = (pieces?: readonly Piece[]) => pieces?.map(({ text }) => text).join('') ?? [];
  return blocks
    .flatMap((block) => {
      if ('same' in block) return block.same;
      const { mine, theirs } = block;
      const longer = mine.length > theirs.length ? mine : theirs;
      return longer.flatMap((_, at) => [mine[at], theirs[at]].flatMap(textOf));
    })
    .join('\n\n');
}

const paragraphs = (text: string): string[] => text.split(/\n\s*\n/).filter((one) => one.trim() !== '');

function differing(mine: string[], theirs: string[], left: Budget): Block {
  const pairs = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, at) =>
    compareWords(mine[at] ?? '', theirs[at] ?? '', left),
  );
  return {
    mine: pairs.flatMap(([one]) => (one.length > 0 ? [one] : [])),
    theirs: pairs.flatMap(([, other]) => (other.length > 0 ? [other] : [])),
  };
}

/** Words with the space before them, code in backticks, and single punctuation marks. */
const words = (text: string): string[] => text.match(/\s*(?:`[^`\n]+`|[\p{L}\p{N}_]+|\S)|\s+$/gu) ?? [];

function compareWords(mine: string, theirs: string, left: Budget): [Piece[], Piece[]] {
  const [a, b] = [words(mine), words(theirs)];
  let pairs = common(a, b, left);
  const length = pairs.reduce((sum, [i]) => sum + (a[i]?.length ?? 0), 0);
  if (length < Math.max(mine.length, theirs.length) * LEAST_COMMON) pairs = [];
  return [pieces(a, new Set(pairs.map(([i]) => i))), pieces(b, new Set(pairs.map(([, j]) => j)))];
}

function pieces(all: readonly string[], inBoth: ReadonlySet<number>): Piece[] {
  const found: Piece[] = [];
  for (const [at, text] of all.entries()) {
    const last = found.at(-1);
    if (last && last.isOwn === !inBoth.has(at)) last.text += text;
    else found.push({ text, isOwn: !inBoth.has(at) });
  }
  return found;
}

/** The longest common subsequence, as pairs of indices. */
function common(a: readonly string[], b: readonly string[], left: Budget): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) pairs.push([start, start++]);
  let end = 0;
  const rest = Math.min(a.length, b.length) - start;
  while (end < rest && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [rows, columns] = [a.length - start - end, b.length - start - end];
  if (rows * columns <= left.cells) {
    left.cells -= rows * columns;
    const width = columns + 1;
    const lengths = new Uint32Array((rows + 1) * width);
    const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
    const isSame = (i: number, j: number) => a[start + i] === b[start + j];
    for (let i = rows - 1; i >= 0; i -= 1)
      for (let j = columns - 1; j >= 0; j -= 1)
        lengths[i * width + j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
      if (isSame(i, j)) pairs.push([start + i++, start + j++]);
      else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
      else j += 1;
    }
  }
  for (let back = end; back > 0; back -= 1) pairs.push([a.length - back, b.length - back]);
  return pairs;
}
