/** The evidence that can say something about a gap, limited in number and length. Pure; times in ms since 1970. */
import type { Evidence } from '../contract/evidence.ts';
import type { Feature, OwnEvidence, ProposalTarget } from '../contract/proposals.ts';
import { HOUR_MS } from '../dates/milliseconds.ts';
import { MAX_EVIDENCE_TEXT, MAX_NAME } from '../limits.ts';
import { folded } from '../tasks/filter-tasks.ts';
import type { Span } from '../time/day.ts';
import { projectKey } from '../time/project-key.ts';

/** More evidence of a gap is left out, the shortest windows first. */
export const MAX_EVIDENCE = 1_000;
/** Evidence this far from the gap still tells where work went on (ms). */
export const AROUND_MS = 4 * HOUR_MS;
/** A day of 25 hours; only the beginning of a longer gap is read and looked at (ms). */
export const MAX_GAP_MS = 25 * HOUR_MS;

export type EvidenceOf<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>;

/** What browsers append to the titles of private windows, folded. */
const PRIVATE = /private browsing|privater modus|privates fenster|inprivate|incognito|inkognito/;

export const isWindow = (one: Evidence | OwnEvidence): one is EvidenceOf<'window' | 'browser' | 'editor'> =>
  'app' in one;
/** Empty for editors, which tell the file. */
export const titleOf = (one: Evidence | OwnEvidence): string => ('title' in one ? one.title : '');

/** The folded beginning of a text, however long it is. */
export const foldedText = (text: string): string => folded(text.slice(0, MAX_EVIDENCE_TEXT));

export const isPrivate = (one: Evidence): boolean =>
  isWindow(one) && PRIVATE.test(foldedText(titleOf(one).slice(-100)));

/** By start, in the same order for the same evidence. Private windows are left out. */
export function relevantEvidence(evidence: readonly Evidence[], gap: Span): Evidence[] {
  const near = evidence.filter(
    (one) => one.to >= one.from && one.to >= gap.from - AROUND_MS && one.from <= gap.to + AROUND_MS && !isPrivate(one),
  );
  const inOrder = (a: Evidence, b: Evidence): number =>
    a.from - b.from || a.to - b.to || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const lengthOf = (one: Evidence): number => (isWindow(one) ? one.to - one.from : Number.MAX_VALUE);
  const longest = (a: Evidence, b: Evidence): number => lengthOf(b) - lengthOf(a) || inOrder(a, b);
  const most = near.length > MAX_EVIDENCE ? near.sort(longest).slice(0, MAX_EVIDENCE) : near;
  return most.sort(inOrder);
}

/** What a rule or a count can name: the program, title, repository, meeting or calendar. */
export function featuresOf(one: Evidence | OwnEvidence): Feature[] {
  // Unread messages are counted before a title.
  const title = one.kind === 'editor' ? one.file : titleOf(one).replace(/^\(\d{1,5}\+?\) /, '');
  const texts = [
    { where: 'repository' as const, text: 'repository' in one ? one.repository : '' },
    { where: one.kind === 'event' ? ('event' as const) : ('title' as const), text: title },
    { where: 'calendar' as const, text: 'calendar' in one ? one.calendar : '' },
    { where: 'app' as const, text: isWindow(one) ? one.app : '' },
  ];
  const short = texts.map(({ where, text }) => ({ where, text: text.slice(0, MAX_NAME).trim() }));
  return short.filter(({ text }) => text !== '');
}

/** The same for the same task, project or "not work". */
export function targetKey(target: ProposalTarget): string {
  if (target.kind === 'task') return JSON.stringify(['task', target.task.accountId ?? '', target.task.taskId]);
  return JSON.stringify([target.kind, target.kind === 'project' ? projectKey(target) : '']);
}
