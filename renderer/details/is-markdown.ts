/** Whether a text is to be read as markdown. Pure. */

/** Longer ones would hold up the window (UTF-16 code units). */
const MAX_PARSED = 30_000;
/** So many marks of emphasis no person writes, and each is looked at with each other. */
const MAX_MARKS = 3_000;
/** Quotes within quotes, which are looked at anew on every level. */
const DEEP = /^[ \t]*(?:>[ \t]*){50}/m;

/** Something that may mean more than it says. */
const MEANS_MORE = /[*_`#>~[\]|<&\\]|^\s*(?:[-+]|\d+[.)])\s|^\s*[-=]{3,}|https?:|www\.|@/im;

/** Something in it may mean more than it says, and finding out takes no time to speak of. */
export function isWorthParsing(text: string): boolean {
  if (text.length > MAX_PARSED || !MEANS_MORE.test(text) || DEEP.test(text)) return false;
  return (text.match(/[*_~]/g)?.length ?? 0) <= MAX_MARKS;
}
