/** A long text in parts that are parsed and drawn one after the other. Pure. */

/** A part is not longer than this (UTF-16 code units, lines). */
export const PART_LENGTH = 20_000;
export const PART_LINES = 180;

/** A line that begins or ends a block of code. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;

/**
 * The first `count` parts, and where the rest begins. A part ends at a paragraph where it can, else at a line, else at a word. Where
 * it ends within a block of code, the next one begins with the line that opened the block.
 */
export function textParts(text: string, count: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let at = 0;
  let opened = '';
  while (parts.length < count && at < text.length) {
    const end = partEnd(text, at);
    const part = opened + text.slice(at, end);
    parts.push(part);
    opened = openFence(part);
    at = end;
  }
  return { parts, end: at };
}

function partEnd(text: string, from: number): number {
  const whole = text.slice(from, from + PART_LENGTH);
  const most = lengthOfLines(whole);
  if (from + most === text.length) return text.length;
  const part = whole.slice(0, most);
  for (const border of ['\n\n', '\n', ' ']) {
    const found = part.lastIndexOf(border);
    // Not before the middle: parts are not to be many and small.
    if (found >= most / 2) return from + found + border.length;
  }
  return from + (isLowSurrogate(text.charCodeAt(from + most)) ? most - 1 : most);
}

/** Of as many lines as a part may have. */
function lengthOfLines(text: string): number {
  let end = 0;
  for (let lines = 0; lines < PART_LINES; lines += 1) {
    const found = text.indexOf('\n', end);
    if (found === -1) return text.length;
    end = found + 1;
  }
  return end;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The line that opened the block of code which is still open at the end; empty where none is. */
function openFence(part: string): string {
  let open: { marks: string; line: string } | null = null;
  for (const [line, marks = '', after = ''] of part.matchAll(FENCE)) {
    if (open === null) {
      // Within a line, backquotes are something else.
      if (!marks.startsWith('`') || !after.includes('`')) open = { marks, line };
    } else if (marks.startsWith(open.marks) && after.trim() === '') open = null;
  }
  return open === null ? '' : `${open.line.slice(0, 100)}\n`;
}

/** Something that may mean more than it says. */
export const MEANS_MORE = /[*_`#>~[\]|<&\\]|^[ \t]*(?:[-+]|\d+[.)])\s|^[ \t]*[-=]{3,}|https?:|www\.|@/im;

export const isMarkdown = (text: string): boolean => MEANS_MORE.test(text);
