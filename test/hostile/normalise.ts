/** Changes that servers make to values. Answers contain the stored values in the server's format. */

export interface Normalisation {
  name: string;
  /** Changes an instant (ms). */
  time?: (ms: number) => number;
  text?: (text: string) => string;
  /** New entries run although they were sent with an end. */
  leavesOutEnds?: true;
  /** The format of instants in answers. */
  form?: (iso: string) => string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const roundTo = (step: number) => (ms: number) => Math.round(ms / step) * step;
const cutTo = (step: number) => (ms: number) => Math.floor(ms / step) * step;
/** Does not split an emoji of two UTF-16 units. */
const cutAt = (length: number) => (text: string) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The same instant with another zone's offset. */
function inZone(iso: string, hours: number): string {
  const shifted = new Date(Date.parse(iso) + hours * 60 * MINUTE).toISOString();
  return shifted.replace('Z', `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`);
}

export const NORMALISATIONS: readonly [Normalisation, ...Normalisation[]] = [
  { name: 'cuts times to seconds', time: cutTo(SECOND) },
  { name: 'rounds times to seconds', time: roundTo(SECOND) },
  { name: 'rounds times to minutes', time: roundTo(MINUTE) },
  { name: 'cuts times to minutes', time: cutTo(MINUTE) },
  { name: 'rounds times to a quarter of an hour', time: roundTo(15 * MINUTE) },
  { name: 'cuts times to half an hour', time: cutTo(30 * MINUTE) },
  { name: 'rounds times to an hour', time: roundTo(60 * MINUTE) },
  { name: 'has a clock that is an hour off', time: (ms) => ms + 60 * MINUTE },
  { name: 'stamps times later', time: (ms) => ms + 15_400 },
  { name: 'leaves out ends', leavesOutEnds: true },
  { name: 'drops notes', text: () => '' },
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

/**
 * For the crash test, whose person knows an entry by its times only: a server that moves them by a quarter of an hour or more, or by a
 * fixed length, puts one of the person's own entries where another one should be.
 */
export const RECOGNISABLE = NORMALISATIONS.filter(({ time = (ms) => ms }) => {
  const moved = time(7 * MINUTE + 31 * SECOND);
  return time(moved) === moved && Math.abs(moved - 7 * MINUTE) <= MINUTE;
}) as [Normalisation, ...Normalisation[]];
