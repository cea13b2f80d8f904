/** What servers do to the values they are given. The answers show the values as they were stored, in the server's own form. */

export interface Normalisation {
  name: string;
  /** Of an instant (ms). */
  time?: (ms: number) => number;
  text?: (text: string) => string;
  /** How it writes an instant in its answers. */
  form?: (iso: string) => string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const roundTo = (step: number) => (ms: number) => Math.round(ms / step) * step;
const cutTo = (step: number) => (ms: number) => Math.floor(ms / step) * step;
/** An emoji may be two units, of which the second alone is no text. */
const cutAt = (length: number) => (text: string) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The instant in another zone's clock time, with the offset: the same moment. */
function inZone(iso: string, hours: number): string {
  const shifted = new Date(Date.parse(iso) + hours * 60 * MINUTE).toISOString();
  return shifted.replace('Z', `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`);
}

export const NORMALISATIONS: readonly [Normalisation, ...Normalisation[]] = [
  { name: 'cuts times to seconds', time: cutTo(SECOND) },
  { name: 'rounds times to seconds', time: roundTo(SECOND) },
  { name: 'rounds times to minutes', time: roundTo(MINUTE) },
  { name: 'cuts times to minutes', time: cutTo(MINUTE) },
  { name: 'trims', text: (text) => text.trim() },
  { name: 'cuts texts', text: cutAt(40) },
  { name: 'changes line ends', text: (text) => text.replace(/\r\n|\r|\n/g, '\r\n') },
  { name: 'decomposes letters', text: (text) => text.normalize('NFD') },
  { name: 'composes letters', text: (text) => text.normalize('NFKC') },
  { name: 'escapes for HTML', text: (text) => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign) },
  { name: 'leaves milliseconds out', form: (iso) => iso.replace(/\.\d+/, ''), time: cutTo(SECOND) },
  { name: 'writes times with an offset', form: (iso) => inZone(iso, 5) },
  { name: 'collapses blanks', text: (text) => text.replace(/\s+/g, ' ') },
  { name: 'lower case', text: (text) => text.toLowerCase() },
  { name: 'upper case', text: (text) => text.toUpperCase() },
  { name: 'takes tags away', text: (text) => text.replace(/<[^>]*>/g, '') },
];
