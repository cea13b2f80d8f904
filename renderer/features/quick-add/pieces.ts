/** A line cut where something was understood in it. Pure. */
import type { Token } from '../../../shared/quick-add/types.ts';

export interface Piece {
  /** Where it begins, in UTF-16 code units. */
  at: number;
  text: string;
  /** null for title. */
  kind: Token['kind'] | null;
  isOverruled: boolean;
  /** For a date, or what was clicked back from one: its text. */
  date: string | null;
}

/** All of the line, in order; nothing is left out and nothing stands twice. */
export function pieces(text: string, tokens: readonly Token[], plain: readonly string[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { kind, from, to, overruled } of tokens) {
    if (from < at) continue;
    found.push(...plainPieces(text, at, from, plain));
    const piece = text.slice(from, to);
    found.push({ at: from, text: piece, kind, isOverruled: overruled, date: kind === 'date' ? piece : null });
    at = to;
  }
  found.push(...plainPieces(text, at, text.length, plain));
  return found;
}

/** Title, in which what was clicked back to text can be clicked again. */
function plainPieces(text: string, from: number, to: number, plain: readonly string[]): Piece[] {
  if (from >= to) return [];
  const within = text.slice(from, to).toLowerCase();
  for (const one of plain) {
    const at = within.indexOf(one.toLowerCase());
    if (one === '' || at === -1) continue;
    const [start, end] = [from + at, from + at + one.length];
    const piece: Piece = { at: start, text: text.slice(start, end), kind: null, isOverruled: false, date: one };
    return [...plainPieces(text, from, start, plain), piece, ...plainPieces(text, end, to, plain)];
  }
  return [{ at: from, text: text.slice(from, to), kind: null, isOverruled: false, date: null }];
}
