/**
 * What proposals for a gap are made from: evidence of what the person did, rules, and counts of earlier answers. They are stored on this
 * computer and never sent. Evidence is written by other people and programs, so every text is one line of limited length.
 */
import { z } from 'zod';
import { MAX_NAME } from '../limits.ts';
import { Id, line, Name, requiredLine, Title } from './fields.ts';
import type { AwayKind } from './idle-view.ts';

/** Longer texts of evidence are cut (UTF-16 code units). */
export const MAX_EVIDENCE_TEXT = 300;
export const MAX_PROPOSAL_RULES = 500;
/** The latest answers are kept. */
export const MAX_LEARNED = 2_000;

const Text = line(MAX_EVIDENCE_TEXT);
/** Stored as an instant, with any offset from UTC; ms since 1970 once parsed. */
const At = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
/** What happened at an instant has it twice. */
const when = { from: At, to: At };
const AwayKinds = z.enum(['idle', 'lock', 'sleep', 'shutdown'] satisfies AwayKind[]);

export const Evidence = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('window'), ...when, app: Text, title: Text }),
  /** The page in front; its address is not read. */
  z.object({ kind: z.literal('browser'), ...when, app: Text, title: Text }),
  /** `repository`: the folder that is open, by its last name. */
  z.object({
    kind: z.literal('editor'),
    ...when,
    app: Text,
    file: Text,
    repository: Text,
    branch: Text.exactOptional(),
  }),
  z.object({ kind: z.literal('away'), ...when, awayKind: AwayKinds }),
  /** At an instant. `repository`: the last name of its folder; `refs`: further branches and tags on the commit. */
  z.object({
    kind: z.literal('commit'),
    ...when,
    repository: Text,
    branch: Text,
    message: Text,
    refs: z.array(Text).max(10).exactOptional(),
  }),
  /** A branch, from its checkout until the next one or until it was read. */
  z.object({ kind: z.literal('branch'), ...when, repository: Text, branch: Text }),
  z.object({
    kind: z.literal('event'),
    ...when,
    calendar: Text,
    title: Text,
    isAllDay: z.boolean(),
    /** The calendar shows the person as free. */
    isFree: z.boolean(),
    status: z.enum(['confirmed', 'tentative', 'cancelled']),
    response: z.enum(['accepted', 'tentative', 'declined', 'none']),
  }),
  /** What the person did with a task in Punchcard, at an instant; `reminder`: acted on its due alert. */
  z.object({
    kind: z.literal('task'),
    ...when,
    taskId: Id,
    action: z.enum(['opened', 'created', 'changed', 'commented', 'moved', 'reminder']),
  }),
]);
export type Evidence = z.infer<typeof Evidence>;

/** What the time was spent on. */
export const ProposalTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('task'),
    task: z.object({
      taskId: Id,
      identifier: Name,
      title: Title,
      projectId: Id.exactOptional(),
      projectName: Name,
      accountId: Id.exactOptional(),
    }),
  }),
  z.object({ kind: z.literal('project'), projectId: Id.exactOptional(), projectName: Name }),
  z.object({ kind: z.literal('not-work') }),
]);
export type ProposalTarget = z.infer<typeof ProposalTarget>;

/** Which text of evidence is meant. */
const FeatureWhere = z.enum(['title', 'app', 'repository', 'event', 'calendar']);

/** A text of evidence by which the person would recognise it again. */
export const Feature = z.object({ where: FeatureWhere, text: requiredLine(MAX_NAME) });
export type Feature = z.infer<typeof Feature>;

/**
 * Evidence whose text contains `contains`, without regard to case and accents, is proposed as the target or not at all. With `task`,
 * `contains` is the whole identifier of a task that is never proposed.
 */
export const ProposalRule = z.object({
  where: z.enum([...FeatureWhere.options, 'task']),
  contains: requiredLine(MAX_NAME),
  proposes: z.discriminatedUnion('kind', [...ProposalTarget.options, z.object({ kind: z.literal('never') })]),
});
export type ProposalRule = z.infer<typeof ProposalRule>;
/** The first rule that applies counts. */
export const ProposalRules = z.array(ProposalRule).max(MAX_PROPOSAL_RULES);

/** How often proposals of a target with this feature were accepted and refused. */
export const Learned = Feature.extend({
  target: ProposalTarget,
  accepted: z.number().int().min(0),
  refused: z.number().int().min(0),
});
export type Learned = z.infer<typeof Learned>;
/** The latest answer is last. */
export const LearnedList = z.array(Learned).max(MAX_LEARNED);

/** Why something is proposed: a message and its parameters. Texts are of evidence, durations in ms, instants in ms since 1970. */
export type Reason =
  | { kind: 'commits'; parameters: { count: number; repository: string; message: string } }
  | { kind: 'editor'; parameters: { app: string; file: string; ms: number } }
  | { kind: 'window'; parameters: { app: string; title: string; ms: number } }
  | { kind: 'browser'; parameters: { title: string; ms: number } }
  | { kind: 'branch'; parameters: { repository: string; branch: string } }
  | { kind: 'event'; parameters: { title: string; calendar: string; from: number; to: number } }
  | { kind: 'action'; parameters: { action: Extract<Evidence, { kind: 'task' }>['action']; count: number; at: number } }
  | { kind: 'rule'; parameters: Pick<ProposalRule, 'where' | 'contains'> }
  | { kind: 'learned'; parameters: Feature & { accepted: number } }
  | { kind: 'entry-before'; parameters: { until: number } }
  | { kind: 'entry-after'; parameters: { from: number } }
  /** On so many of the earlier days. */
  | { kind: 'usual'; parameters: { days: number; from: number; to: number } }
  | { kind: 'away'; parameters: { awayKind: AwayKind; from: number; to: number } };

export interface Proposal {
  target: ProposalTarget;
  /** In ms since 1970, on whole minutes. */
  from: number;
  to: number;
  /** 0 to 1; comparable within a gap only. */
  score: number;
  /** The strongest kinds of evidence first: commits, windows, calendar, Punchcard, neighbours. */
  reasons: Reason[];
  /** For rules and for `learn`, those of the most time first. */
  features: Feature[];
}
