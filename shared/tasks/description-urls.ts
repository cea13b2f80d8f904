/**
 * Which addresses a description names: only those are opened, so that nothing but what somebody wrote there can be asked for.
 * The text is markdown; the address comes as a parser of markdown gives it. Pure.
 */

/** Longer ones are not opened (UTF-16 code units). */
const MAX_URL = 2_000;

/** A scheme or "www.", and what goes on without a space or an angle bracket. */
const CANDIDATE = /\b(?:[a-z][a-z0-9+.-]{0,30}:|www\.)[^\s<>]+/gi;
/** Where an address may end though the text goes on. */
const CLOSING = /[\])}"'|`]/g;
/** What ends a sentence, or an emphasis, behind an address. */
const AFTER = /[*_~,.;:!?]+$/;

/** True where the text names the address, by itself or in a link. */
export function describesUrl(text: string, url: string): boolean {
  const wanted = url.length <= MAX_URL ? URL.parse(url) : null;
  if (wanted === null) return false;
  if (wanted.protocol === 'mailto:' && text.includes(wanted.pathname)) return true;
  const isWanted = (candidate: string) => URL.parse(candidate)?.href === wanted.href;
  return [...text.matchAll(CANDIDATE)].some(([found]) => {
    // What only begins alike is looked at no further.
    if (/^[\x20-\x7e]+$/.test(found) && !plain(found).toLowerCase().includes(wanted.host)) return false;
    return endings(found.slice(0, MAX_URL + 100)).some((part) => {
      const address = plain(part);
      return isWanted(part) || isWanted(address) || isWanted(`http://${address}`);
    });
  });
}

/** The text itself, and each beginning of it that something closes. */
function endings(text: string): string[] {
  const parts = [text, ...[...text.matchAll(CLOSING)].map(({ index }) => text.slice(0, index))];
  return parts.flatMap((part) => [part, part.replace(AFTER, '')]);
}

/** Without the escapes of markdown that addresses know. */
function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}
