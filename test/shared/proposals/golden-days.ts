/** Golden days: what recorders saw, what was tracked, and what a person says the gaps were (docs/golden-days.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { Evidence } from '../../../shared/contract/evidence.ts';
import type { Proposal, ProposalTarget } from '../../../shared/contract/proposals.ts';
import type { KnownTask } from '../../../shared/proposals/find-tasks.ts';
import { propose } from '../../../shared/proposals/propose.ts';
import type { Span } from '../../../shared/time/day.ts';
import { overlapMs } from '../../../shared/time/overlaps.ts';

const At = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const when = { from: At, to: At };
const Text = z.string().min(1);
const Answer = z.union([
  z.strictObject({ task: Text, ...when }),
  z.strictObject({ project: Text, ...when }),
  z.strictObject({ notWork: z.literal(true), ...when }),
]);
const Where = z.enum(['title', 'app', 'repository', 'event', 'calendar']);

const GoldenDay = z
  .strictObject({
    about: Text,
    /** Written after the engine, which is not tuned on it. */
    heldOut: z.boolean().default(false),
    timeZone: Text,
    now: At,
    tasks: z.array(
      z.strictObject({ identifier: Text, title: z.string(), project: Text, links: z.array(z.url()).exactOptional() }),
    ),
    entries: z.array(z.strictObject({ task: Text, ...when })),
    notWork: z.array(z.strictObject(when)).default([]),
    rules: z
      .array(
        z.strictObject({
          where: z.enum([...Where.options, 'task']),
          contains: Text,
          isExact: z.boolean().exactOptional(),
          proposes: z.discriminatedUnion('kind', [
            z.strictObject({ kind: z.literal('task'), task: Text }),
            z.strictObject({ kind: z.literal('project'), project: Text }),
            z.strictObject({ kind: z.literal('not-work') }),
            z.strictObject({ kind: z.literal('never') }),
          ]),
        }),
      )
      .default([]),
    learned: z
      .array(
        z.strictObject({ where: Where, text: Text, task: Text, accepted: z.int().min(0), refused: z.int().min(0) }),
      )
      .default([]),
    evidence: z.array(z.looseObject(when).pipe(Evidence)),
    /** No answer: nothing says what the time was, so nothing may be proposed. Several: parts of the gap, or equally good. */
    gaps: z.array(z.strictObject({ ...when, answers: z.array(Answer) })).min(1),
  })
  .superRefine(({ tasks, entries, learned, gaps }, { addIssue }) => {
    const known = new Set(tasks.map(({ identifier }) => identifier));
    const named = [...entries, ...learned, ...gaps.flatMap(({ answers }) => answers)];
    for (const one of named) {
      if ('task' in one && !known.has(one.task)) addIssue(`${one.task} is not among the tasks`);
    }
  });
type GoldenDay = z.infer<typeof GoldenDay>;
type Answer = z.infer<typeof Answer>;

/** A folder or file that cannot be used; the message says which, and why. */
export class GoldenDayError extends Error {}

/** The days of a folder by name. @throws {GoldenDayError} */
export function readGoldenDays(folder: string): { name: string; day: GoldenDay }[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    throw new GoldenDayError(`The folder ${folder} cannot be read: ${(error as Error).message}`);
  }
  if (names.length === 0) throw new GoldenDayError(`The folder ${folder} has no .json file.`);
  return names.sort().map((name) => {
    try {
      return { name: basename(name, '.json'), day: parseGoldenDay(readFileSync(join(folder, name), 'utf8')) };
    } catch (error) {
      throw new GoldenDayError(`${join(folder, name)} is not a golden day: ${(error as Error).message}`);
    }
  });
}

/** @throws {Error} that names the first thing that is wrong */
export function parseGoldenDay(text: string): GoldenDay {
  const { data, error } = GoldenDay.safeParse(JSON.parse(text));
  if (data !== undefined) {
    new Intl.DateTimeFormat('en', { timeZone: data.timeZone });
    return data;
  }
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

export interface GapResult extends Span {
  answers: Answer[];
  proposals: Proposal[];
  /** Which answers each proposal gets right; empty for a wrong one. */
  right: Answer[][];
}

/** What the engine proposes for each gap of a day, in the day's time zone. */
export function judgeDay({
  timeZone,
  now,
  tasks,
  entries,
  notWork,
  rules,
  learned,
  evidence,
  gaps,
}: GoldenDay): GapResult[] {
  const known = new Map<string, KnownTask>(
    tasks.map(({ project, ...task }) => [
      task.identifier,
      { ...task, taskId: task.identifier, projectId: project, projectName: project },
    ]),
  );
  const taskOf = (identifier: string): ProposalTarget => {
    const task = known.get(identifier);
    if (task === undefined) throw new Error(`${identifier} is not among the tasks`);
    return { kind: 'task', task };
  };
  const zoneBefore = process.env.TZ;
  process.env.TZ = timeZone;
  try {
    return gaps.map(({ from, to, answers }) => {
      const proposals = propose({
        gap: { from, to },
        evidence,
        tasks: [...known.values()],
        entries: entries.flatMap(({ task, ...span }) => {
          const target = taskOf(task);
          const [startTime, endTime] = [new Date(span.from).toISOString(), new Date(span.to).toISOString()];
          return target.kind === 'task' ? [{ task: target.task, startTime, endTime }] : [];
        }),
        notWork,
        rules: rules.map(({ proposes, ...rule }) => ({
          ...rule,
          proposes:
            proposes.kind === 'task'
              ? taskOf(proposes.task)
              : proposes.kind === 'project'
                ? { kind: 'project', projectId: proposes.project, projectName: proposes.project }
                : proposes,
        })),
        learned: learned.map(({ task, ...counts }) => ({ ...counts, target: taskOf(task) })),
        usesOwnEvidence: true,
        now,
      });
      const right = proposals.map((proposal) => answers.filter((answer) => isRight(proposal, answer)));
      return { from, to, answers, proposals, right };
    });
  } finally {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  }
}

/** The same target, and at least half of the time of each is the time of the other. */
function isRight({ target, ...span }: Proposal, answer: Answer): boolean {
  const shared = 2 * overlapMs(span, answer);
  if (shared < span.to - span.from || shared < answer.to - answer.from) return false;
  if (target.kind === 'task') return 'task' in answer && answer.task === target.task.identifier;
  if (target.kind === 'project') return 'project' in answer && answer.project === target.projectName;
  return 'notWork' in answer;
}

interface Figures {
  /** With and without an answer. */
  gaps: number;
  answered: number;
  firstRight: number;
  amongFive: number;
  /** Gaps without an answer for which something was proposed. */
  falseAlarms: number;
  proposals: number;
  rightProposals: number;
  withProposals: number;
  answers: number;
  answersFound: number;
}

export function figuresOf(results: readonly GapResult[]): Figures {
  const answered = results.filter(({ answers }) => answers.length > 0);
  const count = <T>(all: readonly T[], isSo: (one: T) => boolean): number => all.filter(isSo).length;
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  return {
    gaps: results.length,
    answered: answered.length,
    firstRight: count(answered, ({ right }) => (right[0]?.length ?? 0) > 0),
    amongFive: count(answered, ({ right }) => right.some((ones) => ones.length > 0)),
    falseAlarms: count(results, ({ answers, proposals }) => answers.length === 0 && proposals.length > 0),
    proposals: sum(results.map(({ proposals }) => proposals.length)),
    rightProposals: sum(results.map(({ right }) => count(right, (ones) => ones.length > 0))),
    withProposals: count(results, ({ proposals }) => proposals.length > 0),
    answers: sum(answered.map(({ answers }) => answers.length)),
    answersFound: sum(answered.map(({ right }) => new Set(right.flat()).size)),
  };
}

const share = (part: number, all: number): string => (all === 0 ? 1 : part / all).toFixed(2);

/** The last line of `npm run proposals`. */
export const resultOf = ({ gaps, answered, firstRight, amongFive, falseAlarms }: Figures): string =>
  `gaps ${gaps}, first right ${share(firstRight, answered)}, among five ${share(amongFive, answered)}, false alarms ${falseAlarms}`;

/** Precision is of what was proposed, recall of the gaps that have an answer, and of all answers. */
export function precisionAndRecall(figures: Figures): string[] {
  const { answered, firstRight, withProposals, proposals, rightProposals, answers, answersFound } = figures;
  return [
    `at one: precision ${share(firstRight, withProposals)}, recall ${share(firstRight, answered)}`,
    `at five: precision ${share(rightProposals, proposals)}, recall ${share(answersFound, answers)}`,
  ];
}
