/**
 * What proposals for a gap are made from: evidence of what the person did, rules, and counts of earlier answers. They are stored on this
 * computer and never sent. Other people and programs write evidence, so every text becomes one line of limited length.
 */
import { z } from 'zod';
import { MAX_EVIDENCE_TEXT, MAX_NAME } from '../limits.ts';
import { Id, line, Name, requiredLine, Title } from './fields.ts';
import type { AwayKind } from './idle-view.ts';

const Text = line(MAX_EVIDENCE_TEXT);
/** Stored as an instant with any offset from UTC; parsed: ms since 1970. */
const At = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
/** What happened at an instant has it twice. */
const evidence = <K extends string, F extends z.ZodRawShape>(kind: K, fields: F) =>
  z.object({ kind: z.literal(kind), from: At, to: At, ...fields });

export const Evidence = z.discriminatedUnion('kind', [
  evidence('window', { app: Text, title: Text }),
  /** The page in front. Its address is not read. */
  evidence('browser', { app: Text, title: Text }),
  /** `repository`: the last name of the open folder. */
  evidence('editor', { app: Text, file: Text, repository: Text, branch: Text.exactOptional() }),
  evidence('away', { awayKind: z.enum(['idle', 'lock', 'sleep', 'shutdown'] satisfies AwayKind[]) }),
  /** At an instant. `repository`: the last name of its folder; `refs`: further branches and tags on the commit. */
  evidence('commit', { repository: Text, branch: Text, message: Text, refs: z.array(Text).max(10).exactOptional() }),
  /** From the checkout until the next one, or until the branch was read. */
  evidence('branch', { repository: Text, branch: Text }),
  evidence('event', {
    calendar: Text,
    title: Text,
    isAllDay: z.boolean(),
    /** The calendar shows the person as free. */
    isFree: z.boolean(),
    status: z.enum(['confirmed', 'tentative', 'cancelled']),
    response: z.enum(['accepted', 'tentative', 'declined', 'none']),
  }),
  /** What the person did with a task in Punchcard, at an instant; `reminder`: acted on its due alert. */
  evidence('task', { taskId: Id, action: z.enum(['opened', 'created', 'changed', 'commented', 'moved', 'reminder']) }),
]);
export type Evidence = z.infer<typeof Evidence>;

const InProject = { projectId: Id.exactOptional(), projectName: Name };
const ProposedTask = { taskId: Id, identifier: Name, title: Title, ...InProject, accountId: Id.exactOptional() };
/** What the time was spent on. */
const ProposalTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), task: z.object(ProposedTask) }),
  z.object({ kind: z.literal('project'), ...InProject }),
  z.object({ kind: z.literal('not-work') }),
]);
export type ProposalTarget = z.infer<typeof ProposalTarget>;

/** A text of evidence by which it is recognised the next time. */
const Where = z.enum(['title', 'app', 'repository', 'event', 'calendar']);
const Feature = z.object({ where: Where, text: requiredLine(MAX_NAME) });
export type Feature = z.infer<typeof Feature>;

/**
 * What evidence that contains the text is proposed as, if at all; case and accents do not count, and the first rule that applies does.
 * `task`: the whole identifier of a task that is never proposed.
 */
export const ProposalRule = z.object({
  where: z.enum([...Where.options, 'task']),
  contains: requiredLine(MAX_NAME),
  proposes: z.discriminatedUnion('kind', [...ProposalTarget.options, z.object({ kind: z.literal('never') })]),
});
export type ProposalRule = z.infer<typeof ProposalRule>;

const Count = z.number().int().min(0);
/** How often the target was accepted and refused for evidence with this text. */
export const Learned = Feature.extend({ target: ProposalTarget, accepted: Count, refused: Count });
export type Learned = z.infer<typeof Learned>;

/** What Punchcard itself knows: the entries next to the gap, and what was so on a number of earlier days. In ms since 1970. */
export type OwnEvidence =
  | { kind: 'entry-before' | 'entry-after'; from: number; to: number }
  | { kind: 'usual'; from: number; to: number; days: number };

type ReasonOf<E> = E extends { kind: string }
  ? { kind: E['kind']; parameters: Omit<E, 'kind'> & { count: number; ms: number } }
  : never;

/**
 * Why something is proposed: a message and its parameters. For evidence these are of the piece with the most time, the number of pieces
 * of this kind, and the time of all of them.
 */
export type Reason =
  | ReasonOf<Evidence | OwnEvidence>
  | { kind: 'rule'; parameters: ProposalRule }
  | { kind: 'learned'; parameters: Learned };

export interface Proposal {
  target: ProposalTarget;
  /** Whole minutes, in ms since 1970. */
  from: number;
  to: number;
  /** 0 to 1; comparable within a gap only. */
  score: number;
  /** Commits first, then windows, calendar, Punchcard and neighbours. */
  reasons: Reason[];
  /** What a rule can be made of, and what an answer is counted for. */
  features: Feature[];
}
