/** Cleans text written by other people. Schemas apply it where text enters (shared/contract/fields.ts). */

/** `{projectSlug}-{number}` (docs/service.md#projects). */
export function identifierOf(projectSlug: string, number: number | null): string {
  return number === null ? projectSlug : `${projectSlug}-${number}`;
}

/** Embeddings, overrides and isolates reorder the text around them, in other views too. Marks (U+200E, U+200F) stay. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]+/g;
/** Except for a single plain space, so that most texts stay as they are. */
const SPACE = /(?! (?![\p{Cc}\p{Zl}\p{Zp}\s]))[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** One line of at most `max` UTF-16 code units: control characters and line breaks become spaces, directional formatting goes. */
export function oneLine(text: string, max: number): string {
  // Cut first: a title can be megabytes long.
  const line = text
    .slice(0, max * 4)
    .replace(DIRECTION, '')
    .replace(SPACE, ' ')
    .trim()
    .toWellFormed();
  return text.length > max * 4 ? withEllipsis(line, max) : shorten(line, max);
}

/** At most `max` UTF-16 code units; an ellipsis stands for what is cut off. */
export const shorten = (text: string, max: number): string => (text.length > max ? withEllipsis(text, max) : text);

/** Never cuts inside a character. */
const withEllipsis = (text: string, max: number): string =>
  `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
