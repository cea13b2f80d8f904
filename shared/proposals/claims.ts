/** What each piece of evidence says about a gap: a claim that a target had some of its time. Pure; times in ms since 1970. */
import type { Evidence, Learned, ProposalRule, ProposalTarget } from '../contract/proposals.ts';
import { HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import { folded } from '../tasks/filter-tasks.ts';
import type { Span } from '../time/day.ts';
import type { TaskRef } from '../time/entry.ts';
import { type EvidenceOf, featuresOf, foldedText, isWindow, type WindowEvidence } from './evidence.ts';
import { createTaskFinder, type FoundTask, type KnownTask, meaningfulWords, type TaskFinder } from './find-tasks.ts';
import { createLearnedFinder } from './learned.ts';
import { createRuleFinder } from './rules.ts';

export interface Claim extends Span {
  target: ProposalTarget;
  /** How sure it is, 0 to 1. */
  strength: number;
  /** The evidence is of an instant, so its span is a guess that gives way to what was observed. */
  isGuess: boolean;
  evidence: Evidence;
  rule?: ProposalRule;
  learned?: Learned;
}

/** A commit is the end of at most this much work. */
const MAX_BEFORE_COMMIT_MS = 2 * HOUR_MS;
/** A commit this soon after the gap is its end. */
const SOON_MS = 10 * MINUTE_MS;
/** Work in a repository belongs to the next commit within this time, or to the last one. */
const NEXT_COMMIT_MS = 3 * HOUR_MS;
const LAST_COMMIT_MS = HOUR_MS;
/** A branch that was checked out longer ago says little. */
const FRESH_MS = 16 * HOUR_MS;
const MAX_AFTER_CHECKOUT_MS = HOUR_MS;
/** Shorter names occur in too many titles. */
const MIN_REPOSITORY_NAME = 4;
const MAX_REPOSITORIES = 30;

/** How long before and after the action the task was probably worked on (minutes), and how sure that is. */
const ACTIONS: Record<EvidenceOf<'task'>['action'], { before: number; after: number; strength: number }> = {
  opened: { before: 2, after: 45, strength: 0.35 },
  created: { before: 5, after: 15, strength: 0.3 },
  changed: { before: 5, after: 30, strength: 0.45 },
  commented: { before: 30, after: 15, strength: 0.6 },
  moved: { before: 30, after: 30, strength: 0.5 },
  reminder: { before: 0, after: 60, strength: 0.5 },
};

/** Words of tasks that stand for all meetings, and of events that are none or no work. Folded. */
const MEETING_WORDS =
  /^(meetings?|standups?|planning|calls?|besprechung(en)?|termine?|organisation|orga|abstimmung(en)?)$/;
const BLOCKER_WORDS = /^(focus|fokus|fokuszeit|blocker|busy|homeoffice)$/;
const BREAK_WORDS =
  /^(lunch|mittag|mittagessen|mittagspause|pause|break|arzt|zahnarzt|arzttermin|doctor|dentist|gym|sport|privat)$/;

const hasWord = (text: string, words: RegExp): boolean => meaningfulWords(text).some((word) => words.test(word));

/** An event the person may have been at. */
export const isAttended = (one: Evidence): one is EvidenceOf<'event'> =>
  one.kind === 'event' &&
  !one.isAllDay &&
  !one.isFree &&
  one.status !== 'cancelled' &&
  one.response !== 'declined' &&
  !hasWord(one.title, BLOCKER_WORDS);

export const isBreak = ({ title }: EvidenceOf<'event'>): boolean => hasWord(title, BREAK_WORDS);

interface Repository {
  name: string;
  commits: { at: number; found: FoundTask[] }[];
  branches: (Span & { found: FoundTask[] })[];
}

interface ClaimInput {
  gap: Span;
  /** In the order of relevantEvidence. */
  evidence: readonly Evidence[];
  tasks: readonly KnownTask[];
  rules: readonly ProposalRule[];
  learned: readonly Learned[];
}

const taskTarget = (task: TaskRef): ProposalTarget => {
  const { taskId, identifier, title, projectId, projectName, accountId } = task;
  const optional = { ...(projectId !== undefined && { projectId }), ...(accountId !== undefined && { accountId }) };
  return { kind: 'task', task: { taskId, identifier, title, projectName, ...optional } };
};

/** Claims on the gap's time, and the evidence that is not to be used at all. */
export function claimsOn({ gap, evidence, tasks, rules, learned }: ClaimInput): { claims: Claim[]; used: Evidence[] } {
  const finder = createTaskFinder(tasks);
  const ruleFor = createRuleFinder(rules);
  const counts = createLearnedFinder(learned);
  const ruled = evidence
    .map((one) => ({ one, rule: ruleFor(one) }))
    .filter(({ rule }) => rule?.proposes.kind !== 'never');
  const used = ruled.map(({ one }) => one);
  const repositories = repositoriesOf(used, finder);
  const commits = used.filter((one) => one.kind === 'commit');
  const actions = used.filter((one) => one.kind === 'task');
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  const meetings = tasks.filter(({ title }) => hasWord(title, MEETING_WORDS)).slice(0, 1);
  const projects = [...new Map(tasks.map((task) => [task.projectId ?? task.projectName, task])).values()]
    .map((task) => ({ task, words: meaningfulWords(task.projectName) }))
    .filter(({ words }) => words.length > 0);

  function meant(one: Evidence): { span: Span & { isGuess: boolean }; found: FoundTask[] } | undefined {
    const observed = { from: one.from, to: one.to, isGuess: false };
    if (isWindow(one)) return { span: observed, found: meantByWindow(one, repositories, finder, gap) };
    if (one.kind === 'event') {
      if (!isAttended(one) || isBreak(one)) return undefined;
      const named = finder.named(one.title);
      return { span: observed, found: named.length > 0 ? named : finder.byWords(one.title) };
    }
    if (one.kind === 'commit') {
      const previous = commits.findLast(({ from }) => from < one.from)?.from ?? 0;
      const from = Math.max(previous, one.from - MAX_BEFORE_COMMIT_MS);
      if (one.from > gap.to + SOON_MS || one.from <= gap.from) return undefined;
      return { span: { from, to: one.from, isGuess: true }, found: meantByCommit(one, finder) };
    }
    if (one.kind === 'branch') {
      const span = { from: one.from, to: Math.min(one.to, one.from + MAX_AFTER_CHECKOUT_MS), isGuess: true };
      return { span, found: finder.named(one.branch).map((found) => ({ ...found, strength: 0.4 * found.strength })) };
    }
    if (one.kind !== 'task') return undefined;
    const task = byId.get(one.taskId);
    const { before, after, strength } = ACTIONS[one.action];
    const others = actions.filter(({ taskId }) => taskId !== one.taskId);
    const from = others.findLast((other) => other.from <= one.from)?.from ?? 0;
    const to = others.find((other) => other.from > one.from)?.from ?? Number.POSITIVE_INFINITY;
    const span = {
      from: Math.max(from, one.from - before * MINUTE_MS),
      to: Math.min(to, one.from + after * MINUTE_MS),
      isGuess: true,
    };
    return { span, found: task === undefined ? [] : [{ task, by: 'identifier', strength }] };
  }

  /** For a meeting that nothing else explains: its project, or the task for all meetings. */
  function meantByMeeting(one: EvidenceOf<'event'>): Pick<Claim, 'target' | 'strength'>[] {
    const words = new Set([...meaningfulWords(one.title), ...meaningfulWords(one.calendar)]);
    const ofProject = projects
      .filter((project) => project.words.every((word) => words.has(word)))
      .map(({ task: { projectId, projectName } }) => ({
        target: { kind: 'project' as const, projectName, ...(projectId !== undefined && { projectId }) },
        strength: 0.45,
      }));
    return [...ofProject, ...meetings.map((task) => ({ target: taskTarget(task), strength: 0.4 }))];
  }

  const claims = ruled.flatMap(({ one, rule }): Claim[] => {
    const features = featuresOf(one);
    const meaning = meant(one);
    const { isGuess, ...span } = meaning?.span ?? { from: one.from, to: one.to, isGuess: false };
    const base = { ...span, isGuess, evidence: one };
    if (rule !== undefined && rule.proposes.kind !== 'never')
      return [{ ...base, target: rule.proposes, strength: 0.9, rule }];
    const usual = features.flatMap(({ where, text }) =>
      counts.usual({ where, text }).map(({ learned: row, share }) => {
        const certainty = where === 'app' || where === 'calendar' ? 0.7 : 0.85;
        const strength = (certainty * share * row.accepted) / (row.accepted + 0.5);
        return { ...base, target: row.target, strength, learned: row };
      }),
    );
    const found = (meaning?.found ?? []).map(({ task, by, strength }) => {
      const target = taskTarget(task);
      return { ...base, target, strength: by === 'words' ? strength * counts.trust(features, target) : strength };
    });
    if (found.length > 0 || usual.length > 0 || one.kind !== 'event') return [...found, ...usual];
    if (!isAttended(one)) return [];
    if (isBreak(one)) return [{ ...base, target: { kind: 'not-work' }, strength: 0.75 }];
    return meantByMeeting(one).map(({ target, strength }) => {
      return { ...base, target, strength: strength * counts.trust(features, target) };
    });
  });
  return { claims: claims.filter(({ from, to }) => from < gap.to && to > gap.from), used };
}

function meantByCommit(
  { message, branch, refs = [], repository }: EvidenceOf<'commit'>,
  finder: TaskFinder,
): FoundTask[] {
  const name = folded(repository);
  for (const text of [message, branch, ...refs]) {
    const named = finder.named(text, name);
    if (named.length > 0) return named;
  }
  return finder.byWords(message);
}

function repositoriesOf(evidence: readonly Evidence[], finder: TaskFinder): Repository[] {
  const named = evidence.filter((one) => one.kind === 'commit' || one.kind === 'branch' || one.kind === 'editor');
  const byName = [...Map.groupBy(named, ({ repository }) => foldedText(repository))].slice(0, MAX_REPOSITORIES);
  return byName.map(([name, ofIt]) => ({
    name,
    commits: ofIt
      .filter((one) => one.kind === 'commit')
      .map((one) => ({ at: one.from, found: meantByCommit(one, finder) }))
      .filter(({ found }) => found.length > 0),
    branches: ofIt
      .filter((one) => one.kind === 'branch')
      .map(({ from, to, branch }) => ({ from, to, found: finder.named(branch) }))
      .filter(({ found }) => found.length > 0),
  }));
}

function meantByWindow(
  one: WindowEvidence,
  repositories: readonly Repository[],
  finder: TaskFinder,
  gap: Span,
): FoundTask[] {
  const title = one.kind === 'editor' ? `${one.file} ${one.branch ?? ''}` : one.title;
  const repository = repositories.find(({ name }) =>
    one.kind === 'editor'
      ? foldedText(one.repository) === name
      : name.length >= MIN_REPOSITORY_NAME && foldedText(one.title).includes(name),
  );
  const named = finder.named(title, repository?.name);
  if (named.length > 0) return named;
  const words = finder.byWords(title, one.app);
  const work = repository === undefined ? [] : meantByRepository(one, repository, gap);
  const strongest = (found: readonly FoundTask[]): number => Math.max(0, ...found.map(({ strength }) => strength));
  return strongest(work) >= strongest(words) ? work : words;
}

/** What work in a repository is for: the next commit, the branch, or the last commit. */
function meantByRepository(one: Span, { commits, branches }: Repository, gap: Span): FoundTask[] {
  const scaled = (found: readonly FoundTask[] | undefined, by: number): FoundTask[] =>
    (found ?? []).map((task) => ({ ...task, strength: task.strength * by }));
  const next = commits.find(({ at }) => at >= one.from && at <= one.from + NEXT_COMMIT_MS);
  if (next !== undefined && next.at <= gap.to + SOON_MS) return scaled(next.found, 0.85);
  const branch = branches.findLast(({ from, to }) => from <= one.to && to >= one.from);
  if (branch !== undefined) return scaled(branch.found, branch.from > gap.from - FRESH_MS ? 0.75 : 0.55);
  if (next !== undefined) return scaled(next.found, 0.5);
  return scaled(commits.findLast(({ at }) => at < one.from && at >= one.from - LAST_COMMIT_MS)?.found, 0.45);
}
