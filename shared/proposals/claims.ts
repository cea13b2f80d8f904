/** What each piece of evidence claims about a gap; minutes.ts gives the minutes to targets. Pure; times in ms since 1970. */
import type { Evidence } from '../contract/evidence.ts';
import type { Learned, MeantBy, OwnEvidence, ProposalRule, ProposalTarget } from '../contract/proposals.ts';
import { HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import type { Span } from '../time/day.ts';
import { type EvidenceOf, featuresOf, foldedText, isWindow, titleOf } from './evidence.ts';
import {
  createStoredTaskFinder,
  createTaskFinder,
  type KnownTask,
  type Meaning,
  meaningfulWords,
  taskTarget,
} from './find-tasks.ts';
import { createLearnedFinder } from './learned.ts';
import type { createRuleFinder } from './proposal-rules.ts';

export interface Claim extends Span {
  target: ProposalTarget;
  /** How sure it is, 0 to 1. */
  strength: number;
  /** The evidence is of an instant, so its span is a guess, which gives way to what was observed. */
  isGuess: boolean;
  evidence: Evidence | OwnEvidence;
  by?: MeantBy;
  rule?: ProposalRule;
  learned?: Learned;
}

/** A commit ends at most this much work; soon after the gap, it ends the gap's. */
const MAX_BEFORE_COMMIT_MS = 2 * HOUR_MS;
const SOON_MS = 10 * MINUTE_MS;
/** Work in a repository belongs to the next commit within this time, else to the branch. */
const NEXT_COMMIT_MS = 3 * HOUR_MS;
const MAX_AFTER_CHECKOUT_MS = HOUR_MS;
/** Shorter names of repositories occur in too many titles. */
const MIN_REPOSITORY_NAME = 4;
const MAX_REPOSITORIES = 30;

/** How surely a task was worked on around an action, and for how long before and after it. */
const ACTIONS = { opened: 0.35, created: 0.3, changed: 0.45, commented: 0.6, moved: 0.5, reminder: 0.5 };
const BEFORE_ACTION_MS = 20 * MINUTE_MS;
const AFTER_ACTION_MS = 40 * MINUTE_MS;

/** Folded words of tasks for all meetings, and of events that are no meeting. */
const MEETING = /^(meetings?|standups?|planning|calls?|besprechung(en)?|termine?|organisation|orga|abstimmung(en)?)$/;
const BLOCKER = /^(focus|fokus|fokuszeit|blocker|busy|homeoffice)$/;
const BREAK =
  /^(lunch|mittag|mittagessen|mittagspause|pause|break|arzt|zahnarzt|arzttermin|doctor|dentist|gym|sport|privat)$/;
/** How programs mark a cancelled meeting in its title. */
const CANCELLED = /^(cancell?ed|abgesagt):/;
/** Programs in which a person talks without touching the computer. */
const CALL = /\b(zoom|teams|webex|jitsi|google meet|huddle|gotomeeting|bigbluebutton)\b/;

const hasWord = (text: string, words: RegExp): boolean => meaningfulWords(text).some((word) => words.test(word));

const isAttended = ({ isAllDay, isFree, status, response, title }: EvidenceOf<'event'>): boolean =>
  !(isAllDay || isFree || status === 'cancelled' || response === 'declined' || CANCELLED.test(foldedText(title)));

/** During a meeting the computer may be idle, or locked; during a call it may be idle, but not locked. */
export const isMeeting = (one: Evidence): boolean =>
  one.kind === 'event' && isAttended(one) && !hasWord(one.title, BREAK) && !hasWord(one.title, BLOCKER);
export const isCall = (one: Evidence): boolean => isWindow(one) && CALL.test(foldedText(`${one.app} ${titleOf(one)}`));

const scaled = (found: readonly Meaning[], factor: number, by: MeantBy): Meaning[] =>
  found.map((one) => ({ ...one, strength: one.strength * factor, by }));

interface ClaimInput {
  gap: Span;
  /** In the order of relevantEvidence, without what is never to be suggested. */
  evidence: readonly Evidence[];
  tasks: readonly KnownTask[];
  ruleFor: ReturnType<typeof createRuleFinder>;
  learned: readonly Learned[];
}

export function claimsOn({ gap, evidence, tasks, ruleFor, learned }: ClaimInput): Claim[] {
  const finder = createTaskFinder(tasks);
  const counts = createLearnedFinder(learned);
  const findStored = createStoredTaskFinder(tasks);
  const meetingTask = finder.withWord(MEETING);
  const placed = evidence
    .filter((one) => 'repository' in one)
    .map((one) => ({ one, name: foldedText(one.repository) }));
  const names = [...new Set(placed.map(({ name }) => name))].slice(0, MAX_REPOSITORIES);
  const commits = placed.flatMap(({ one, name }) =>
    one.kind === 'commit' ? [{ one, name, found: meantByCommit(one) }] : [],
  );
  const branches = placed.flatMap(({ one, name }) =>
    one.kind === 'branch' ? [{ one, name, found: finder.named(one.branch) }] : [],
  );

  function meantByCommit({ message, branch, refs = [], repository, remotes = [] }: EvidenceOf<'commit'>): Meaning[] {
    const places = remotes.map(foldedText);
    const named = [message, branch, ...refs].map((text) => finder.named(text, foldedText(repository), places));
    return named.find((found) => found.length > 0) ?? finder.byWords(message, () => false);
  }

  /** What the text of evidence says, whenever that was. */
  function readText(one: Evidence) {
    const features = featuresOf(one);
    const accepted = features.flatMap(counts.accepted).map((learned) => {
      const certainty = learned.where === 'app' || learned.where === 'calendar' ? 0.7 : 0.85;
      const strength = (certainty * learned.share * learned.accepted) / (learned.accepted + 0.5);
      return { target: learned.target, strength, learned };
    });
    return { rule: ruleFor(one), features, accepted, ...(isWindow(one) && readWindow(one)) };
  }
  type TextOf = ReturnType<typeof readText>;
  /** A day has many windows of few texts. */
  const read = new Map<string, TextOf>();
  function readOnce(one: Evidence): TextOf {
    const key = JSON.stringify({ ...one, from: 0, to: 0 });
    const text = read.get(key) ?? readText(one);
    read.set(key, text);
    return text;
  }

  function readWindow(one: EvidenceOf<'window' | 'browser' | 'editor'>) {
    const isEditor = one.kind === 'editor';
    const title = isEditor ? `${one.file} ${one.branch ?? ''}` : one.title;
    const place = foldedText(isEditor ? one.repository : one.title);
    const isIn = (name: string): boolean => name.length >= MIN_REPOSITORY_NAME && place.includes(name);
    const repository = names.find((name) => (isEditor ? name === place : isIn(name)));
    const named = finder.named(title, repository);
    const program = foldedText(one.app);
    const words = named.length > 0 ? [] : finder.byWords(title, (word) => program.includes(word));
    return { repository, named, words };
  }

  function meantByWindow(one: Span, { repository, named = [], words = [] }: TextOf): Meaning[] {
    if (named.length > 0) return named;
    const work = meantByWork(one, repository);
    return (work[0]?.strength ?? 0) >= (words[0]?.strength ?? 0) ? work : words;
  }

  /** What work in a repository is for. */
  function meantByWork({ from, to }: Span, repository: string | undefined): Meaning[] {
    const isNext = (at: number): boolean => at > from && at <= from + NEXT_COMMIT_MS;
    const next = commits.find(({ one, name, found }) => name === repository && found.length > 0 && isNext(one.from));
    if (next !== undefined && next.one.from <= gap.to + SOON_MS) return scaled(next.found, 0.85, 'commit');
    const isOut = (branch: Span): boolean => branch.from <= to && branch.to >= from;
    const branch = branches.findLast(({ one, name }) => name === repository && isOut(one))?.found ?? [];
    return branch.length > 0 ? scaled(branch, 0.7, 'branch') : scaled(next?.found ?? [], 0.5, 'commit');
  }

  function meantByEvent(one: EvidenceOf<'event'>): Meaning[] {
    if (hasWord(one.title, BREAK)) return [{ target: { kind: 'not-work' }, strength: 0.75, isByWords: true }];
    const named = finder.named(one.title);
    if (named.length > 0 || hasWord(one.title, BLOCKER)) return named;
    // Titles of meetings are short, so one word says more than in a window.
    const [word] = [(text: string) => MEETING.test(text), () => false].flatMap((ignored) =>
      finder.byWords(one.title, ignored),
    );
    if (word !== undefined) return [{ ...word, strength: Math.max(word.strength, 0.45) }];
    return meetingTask === undefined
      ? []
      : [{ target: taskTarget(meetingTask), strength: 0.4, by: 'meeting', isByWords: true }];
  }

  /** A window that stays open over commits in its repository is work for each of them. */
  function partsOf(one: Evidence, repository: string | undefined): Span[] {
    if (repository === undefined) return [one];
    const inside = commits.filter(({ name, one: { from } }) => name === repository && from > one.from && from < one.to);
    const starts = [one.from, ...inside.map((commit) => commit.one.from)];
    return starts.map((from, at) => ({ from, to: starts[at + 1] ?? one.to }));
  }

  /** What the evidence means, and the time it speaks of: of a window, a part. */
  function meant(one: Evidence, { from, to }: Span, text: TextOf): Span & { found: Meaning[] } {
    if (isWindow(one)) return { from, to, found: meantByWindow({ from, to }, text) };
    if (one.kind === 'event') return { from, to, found: meantByEvent(one) };
    if (one.kind === 'commit') {
      const previous = commits.findLast((other) => other.one.from < from)?.one.from ?? 0;
      return { from: Math.max(previous, from - MAX_BEFORE_COMMIT_MS), to, found: meantByCommit(one) };
    }
    if (one.kind === 'branch') {
      const { checkedOut = from } = one;
      const until = Math.min(to, checkedOut + MAX_AFTER_CHECKOUT_MS);
      return { from: checkedOut, to: until, found: scaled(finder.named(one.branch), 0.4, 'name') };
    }
    if (one.kind !== 'task') return { from, to, found: [] };
    const task = findStored(one);
    if (task === undefined) return { from, to, found: [] };
    const found = [{ target: taskTarget(task), strength: ACTIONS[one.action] }];
    return { from: from - BEFORE_ACTION_MS, to: from + AFTER_ACTION_MS, found };
  }

  function claimsOf(one: Evidence, part: Span, text: TextOf): Claim[] {
    const { rule, features, accepted } = text;
    const { found, from, to } = meant(one, part, text);
    const isGuess = one.kind === 'commit' || one.kind === 'branch' || one.kind === 'task';
    const base = { from, to, evidence: one, isGuess };
    if (rule && rule.proposes.kind !== 'never') return [{ ...base, target: rule.proposes, strength: 0.9, rule }];
    const meanings = found.map(({ isByWords, ...meaning }): Claim => {
      const trust = isByWords ? counts.trust(features, meaning.target) : 1;
      return { ...base, ...meaning, strength: meaning.strength * trust };
    });
    return [...meanings, ...accepted.map((learned) => ({ ...base, ...learned }))];
  }

  const claims = evidence.flatMap((one): Claim[] => {
    if (one.kind === 'event' && !isAttended(one)) return [];
    // One before the gap, or long after it, ended other work.
    if (one.kind === 'commit' && !(one.from > gap.from && one.from <= gap.to + SOON_MS)) return [];
    const text = readOnce(one);
    return partsOf(one, text.repository).flatMap((part) => claimsOf(one, part, text));
  });
  return claims.filter(({ from, to }) => from < gap.to && to > gap.from);
}
