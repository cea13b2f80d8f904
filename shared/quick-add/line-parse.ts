import { foldCase } from './characters.ts';
import type { Range, Scan } from './scanner.ts';
import type { ParseError, ParseErrorKind, Token, TokenKind } from './types.ts';

/** The state of parsing one line. */
export class LineParse {
  readonly tokens: Token[];
  readonly errors: ParseError[] = [];
  readonly line: string;
  readonly scanned: Scan;
  readonly #plain: Set<string>;

  constructor(line: string, scanned: Scan, plain: readonly string[]) {
    this.line = line;
    this.scanned = scanned;
    this.#plain = new Set(plain.map(foldCase));
    this.tokens = scanned.escapes.map((range) => this.token('escape', range));
  }

  token(kind: TokenKind, { from, to }: Range): Token {
    return { kind, from, to, text: this.line.slice(from, to), overruled: false };
  }

  staysText({ from, to }: Range): boolean {
    return this.#plain.size > 0 && this.#plain.has(foldCase(this.line.slice(from, to)));
  }

  error(kind: ParseErrorKind, { from, to }: Range, sentence: string): void {
    this.errors.push({ kind, from, to, text: this.line.slice(from, to), words: sentence });
  }
}
