/** Splits a long text into parts that are parsed and rendered one after the other. Pure. */

/** Maximum size of a part (UTF-16 code units, lines). */
export const PART_LENGTH = 20_000;
export const PART_LINES = 180;

/** A line that opens or closes a fenced code block. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;

/**
 * The first `count` parts, where each starts in the text, and the index of the rest. A part ends at a paragraph if possible, else at a
 * line, else at a word. If it ends within a code block, the next part repeats the opening fence, and starts that much earlier.
 */
export function textParts(text: string, count: number): { parts: string[]; starts: number[]; end: number } {
  const parts: string[] = [];
  const starts: number[] = [];
  let at = 0;
  let opened = '';
  while (parts.length < count && at < text.length) {
    const end = partEnd(text, at);
    const part = opened + text.slice(at, end);
    parts.push(part);
    starts.push(at - opened.length);
    opened = openFence(part);
    at = end;
  }
  return { parts, starts, end: at };
}

function partEnd(text: string, from: number): number {
  const candidate = text.slice(from, from + PART_LENGTH);
  const maxLength = lengthOfLines(candidate);
  if (from + maxLength === text.length) return text.length;
  const part = candidate.slice(0, maxLength);
  for (const border of ['\n\n', '\n', ' ']) {
    const found = part.lastIndexOf(border);
    // A border in the first half would make the parts too small.
    if (found >= maxLength / 2) return from + found + border.length;
  }
  return from + (isLowSurrogate(text.charCodeAt(from + maxLength)) ? maxLength - 1 : maxLength);
}

/** Length of the maximum number of lines of a part. */
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

/** The opening fence of a code block that is still open at the end; empty if there is none. */
function openFence(part: string): string {
  let open: { marks: string; line: string } | null = null;
  for (const [line, marks = '', after = ''] of part.matchAll(FENCE)) {
    if (open === null) {
      // Backquotes after the fence make it inline code.
      if (!marks.startsWith('`') || !after.includes('`')) open = { marks, line };
    } else if (marks.startsWith(open.marks) && after.trim() === '') open = null;
  }
  return open === null ? '' : `${open.line.slice(0, 100)}\n`;
}

/** Matches text that may contain markdown. */
const MARKDOWN = /[*_`#>~[\]|<&\\]|^[ \t]*(?:[-+]|\d+[.)])\s|^[ \t]*[-=]{3,}|https?:|www\.|@/im;

export const isMarkdown = (text: string): boolean => MARKDOWN.test(text);
