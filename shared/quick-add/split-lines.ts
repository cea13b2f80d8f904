/** Pasted text of several lines: one task a line. Pure. */

/** Bullets, boxes and numbering as lists have them, one after the other: "- [ ] ", "* ", "1. ", "2) ", "• ". */
const LIST_MARK = /^\s*(?:(?:[-*+•‣◦▪–—]|\d{1,3}[.)])\s+)?(?:[-*]?\s*\[[ xX✓]?\]\s+)?/u;

/** The lines that would be tasks, without their list marks. A text of one line is one task, and stays as it is. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return lines.map((line) => line.trim());
  return lines
    .map((line) => line.replace(LIST_MARK, '').trim())
    .filter((line) => line !== '' && !/^[-*+•=_–—]+$/u.test(line));
}
