/** Whether a text is to be read as markdown. Pure. */

/** Longer ones would hold up the window (UTF-16 code units). */
const MAX_PARSED = 100_000;

/** Something in it may mean more than it says, and it is short enough to find out. */
export function isWorthParsing(text: string): boolean {
  return (
    text.length <= MAX_PARSED && /[*_`#>~[\]|<&\\]|^\s*(?:[-+]|\d+[.)])\s|^\s*[-=]{3,}|https?:|www\.|@/im.test(text)
  );
}
