/** Splits a line at its tokens. Pure. */
import type { Token } from '../../../shared/quick-add/types.ts';

export interface Piece {
  /** Start in UTF-16 code units. */
  at: number;
  text: string;
  /** null for title. */
  kind: Token['kind'] | null;
  isOverruled: boolean;
  /** Text of a date, or of a date turned back into plain text. */
  date: string | null;
}

/** The pieces cover the whole line exactly once, in order. */
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

/** Splits title text so that former dates stay clickable. */
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
