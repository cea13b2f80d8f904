/** The part of the evidence that can say something about a gap, limited in number and length. Pure; times in ms since 1970. */
import { type Evidence, type Feature, MAX_EVIDENCE_TEXT } from '../contract/proposals.ts';
import { HOUR_MS } from '../dates/milliseconds.ts';
import { MAX_NAME } from '../limits.ts';
import { folded } from '../tasks/filter-tasks.ts';
import type { Span } from '../time/day.ts';

/** More evidence of a gap is left out: the shortest windows first. */
export const MAX_EVIDENCE = 2_000;
/** Evidence this far from the gap still tells where work went on (ms). */
const AROUND_MS = 4 * HOUR_MS;

export type EvidenceOf<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>;
export type WindowEvidence = EvidenceOf<'window' | 'browser' | 'editor'>;

/** What browsers append to the titles of private windows, folded. */
const PRIVATE = ['private browsing', 'privater modus', 'privates fenster', 'inprivate', 'incognito', 'inkognito'];

export const isWindow = (one: Evidence): one is WindowEvidence =>
  one.kind === 'window' || one.kind === 'browser' || one.kind === 'editor';

/** The folded beginning of a text, whatever its length. */
export const foldedText = (text: string): string => folded(text.slice(0, MAX_EVIDENCE_TEXT));

/** By start; the same for the same evidence in any order. Private windows are left out. */
export function relevantEvidence(evidence: readonly Evidence[], gap: Span): Evidence[] {
  const near = evidence.filter(
    (one) => one.to >= one.from && one.to >= gap.from - AROUND_MS && one.from <= gap.to + AROUND_MS && !isPrivate(one),
  );
  const keyed = near.map((one) => ({ one, key: JSON.stringify(textsOf(one)) }));
  const inOrder = (a: Keyed, b: Keyed): number =>
    a.one.from - b.one.from || a.one.to - b.one.to || compare(a.one.kind, b.one.kind) || compare(a.key, b.key);
  if (keyed.length > MAX_EVIDENCE) {
    const rank = ({ one }: Keyed): number => (isWindow(one) ? one.to - one.from : Number.MAX_SAFE_INTEGER);
    keyed.sort((a, b) => rank(b) - rank(a) || inOrder(a, b)).splice(MAX_EVIDENCE);
  }
  return keyed.sort(inOrder).map(({ one }) => one);
}

interface Keyed {
  one: Evidence;
  key: string;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** All texts of a piece of evidence, cut. */
function textsOf(one: Evidence): string[] {
  return Object.values(one)
    .flat()
    .filter((value) => typeof value === 'string')
    .map((text) => text.slice(0, MAX_EVIDENCE_TEXT));
}

function isPrivate(one: Evidence): boolean {
  if (one.kind !== 'window' && one.kind !== 'browser') return false;
  const end = folded(one.title.slice(0, 4 * MAX_EVIDENCE_TEXT).slice(-80));
  return PRIVATE.some((mark) => end.includes(mark));
}

/** What a rule or a count can name: the program, title, repository, meeting or calendar. */
export function featuresOf(one: Evidence): Feature[] {
  const named = (where: Feature['where'], text: string): Feature[] => {
    const short = text.slice(0, MAX_NAME).trim();
    return short === '' ? [] : [{ where, text: short }];
  };
  switch (one.kind) {
    case 'window':
    case 'browser':
      // Unread messages are counted before the title.
      return [...named('title', one.title.replace(/^\(\d{1,5}\+?\) /, '')), ...named('app', one.app)];
    case 'editor':
      return [...named('repository', one.repository), ...named('title', one.file), ...named('app', one.app)];
    case 'commit':
    case 'branch':
      return named('repository', one.repository);
    case 'event':
      return [...named('event', one.title), ...named('calendar', one.calendar)];
    default:
      return [];
  }
}
