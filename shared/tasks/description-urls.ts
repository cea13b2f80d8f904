/**
 * Finds addresses in a description (markdown). Only addresses that occur in it are opened, so that the window cannot request others.
 * The address is in the form that a markdown parser returns. Pure.
 */

/** Longer addresses are not opened (UTF-16 code units). */
const MAX_URL = 2_000;

/** A scheme or "www.", up to a space or an angle bracket. */
const CANDIDATE = /\b(?:[a-z][a-z0-9+.-]{0,30}:|www\.)[^\s<>]+/gi;
/** Characters that may end an address. */
const CLOSING = /[\])}"'|`]/g;
/** More of them are not looked at, so that a text that consists of them costs little. */
const MAX_CLOSING = 30;
/** Punctuation or emphasis after an address. */
const AFTER = '*_~,.;:!?';

/** True if the address occurs in the text, by itself or in a link. */
export function describesUrl(text: string, url: string): boolean {
  const wanted = url.length <= MAX_URL ? URL.parse(url) : null;
  if (wanted === null) return false;
  if (wanted.protocol === 'mailto:' && text.includes(wanted.pathname)) return true;
  const isWanted = (candidate: string) => URL.parse(candidate)?.href === wanted.href;
  return [...text.matchAll(CANDIDATE)].some(([found]) => {
    // Skip addresses with a different beginning.
    if (/^[\x20-\x7e]+$/.test(found) && !plain(found).toLowerCase().includes(wanted.host)) return false;
    return endings(found.slice(0, MAX_URL + 100)).some((part) => {
      const address = plain(part);
      return isWanted(part) || isWanted(address) || isWanted(`http://${address}`);
    });
  });
}

/** The text, and each beginning of it that could be the whole address. */
function endings(text: string): string[] {
  const closing = [...text.matchAll(CLOSING)].slice(0, MAX_CLOSING);
  return [text, ...closing.map(({ index }) => text.slice(0, index))].flatMap((part) => [part, trimmed(part)]);
}

function trimmed(text: string): string {
  let { length } = text;
  while (length > 0 && AFTER.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

/** Removes markdown escapes. */
function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}
