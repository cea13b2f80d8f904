/**
 * Proposals for a gap, and what they are made from besides evidence: rules, and counts of earlier answers. They are stored on this
 * computer and never sent.
 */
import { z } from 'zod';
import { LENGTHS, MAX_NAME, MAX_PLACES } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';
import type { Evidence } from './evidence.ts';
import { Address, Id, Instant, Name, PeriodDay, requiredLine, Title } from './fields.ts';

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
 * What evidence that contains the text is proposed as, if at all; case and accents do not count. `isExact`: the text is all of it.
 * `task`: the whole identifier of a task that is never proposed.
 */
export const ProposalRule = z.object({
  where: z.enum([...Where.options, 'task']),
  contains: requiredLine(MAX_NAME),
  isExact: z.boolean().exactOptional(),
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

/** By what evidence means a task: its identifier, one of its links, words of its title, being a meeting, or work before a commit or on a branch. */
export type MeantBy = 'name' | 'link' | 'words' | 'meeting' | 'commit' | 'branch';

type ReasonOf<E> = E extends { kind: string }
  ? { kind: E['kind']; parameters: Omit<E, 'kind'> & { count: number; ms: number; by?: MeantBy | undefined } }
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

export const SOURCES = ['git', 'calendars', 'activityWatch', 'punchcard'] as const;
export type SourceName = (typeof SOURCES)[number];

const Port = z.number().int().min(1).max(65_535);
/** Of the person, by which a calendar tells what they declined. */
const OwnAddresses = z.array(requiredLine(MAX_NAME)).max(10);
/** Days for which evidence is kept. */
const Days = z.number().int().min(1).max(90);
export const MAX_RULES = 500;

/** What may be read; stored. */
export const ProposalSettings = z.object({
  on: z.array(z.enum(SOURCES)),
  /** Absolute paths. */
  folders: z.array(z.string().max(LENGTHS.url)).max(MAX_PLACES),
  /** `location`: an absolute path, or an address, which may be a secret. */
  calendars: z.array(z.object({ id: Id, name: Name, location: z.string().max(LENGTHS.url) })).max(MAX_PLACES),
  /** Of ActivityWatch. */
  port: Port,
  ownAddresses: OwnAddresses,
  days: Days,
});
export type ProposalSettings = z.infer<typeof ProposalSettings>;

export const DEFAULT_PROPOSAL_SETTINGS: ProposalSettings = {
  on: [],
  folders: [],
  calendars: [],
  port: 5600,
  ownAddresses: [],
  days: 14,
};

export const ProposalRules = z.array(ProposalRule).max(MAX_RULES);

export interface SourceView {
  source: SourceName;
  isOn: boolean;
  isReading: boolean;
  /** null: never, or erased. */
  lastRead: string | null;
  /** What went wrong the last time, a sentence for each place. */
  problems: string[];
}

export interface ProposalsView {
  /** The best first. */
  proposals: Proposal[];
  sources: SourceView[];
}

export interface ProposalSettingsView extends Omit<ProposalSettings, 'on' | 'calendars'> {
  sources: SourceView[];
  /** `place`: the path of a file, or the host of an address. */
  calendars: { id: string; name: string; place: string }[];
  /** The newest first. */
  rules: ProposalRule[];
  learned: Learned[];
}

/** `place`: the repository, calendar or bucket. */
export interface EvidenceView {
  source: SourceName;
  place: string;
  evidence: Evidence;
}

/** An event in a calendar that takes the person's time. In ms since 1970. */
export interface MeetingView {
  from: number;
  to: number;
  title: string;
}

export const proposalsCommands = {
  /** At once, from what was read before. */
  'proposals.read': command({ from: Instant, to: Instant }).returns<ProposalsView>(),
  /** Reads the sources that are on for the days of the gap. Each that has answered changes the revision of proposals. */
  'proposals.refresh': command({ from: Instant, to: Instant }),
  /** Counts an answer for the texts of its evidence. */
  'proposals.answer': command({
    target: ProposalTarget,
    features: z.array(Feature).max(20),
    answer: z.enum(['accepted', 'refused']),
  }),
  'proposals.settings': command({}).returns<ProposalSettingsView>(),
  /** Switching a source off, or changing what it reads, erases what was read. */
  'proposals.change': command({
    on: ProposalSettings.shape.on.optional(),
    port: Port.optional(),
    ownAddresses: OwnAddresses.optional(),
    days: Days.optional(),
  }),
  /** Opens a dialog. */
  'proposals.add-folder': command({}),
  /** `address`: https, or http on this computer; null opens a dialog for a file. */
  'proposals.add-calendar': command({ address: Address.nullable() }),
  /** A new rule applies before others with a text of the same length. */
  'proposals.add-rule': command({ rule: ProposalRule }),
  /** Of the lists in the settings. `learned`: null for all counts. */
  'proposals.remove': command({
    folder: z.string().max(LENGTHS.url).optional(),
    calendarId: Id.optional(),
    rule: ProposalRule.optional(),
    learned: Learned.nullable().optional(),
  }),
  /** Erases all evidence, not rules and counts. */
  'proposals.erase': command({}),
  /** All that was read of a local day, by start. */
  'proposals.evidence': command({ day: PeriodDay }).returns<EvidenceView[]>(),
  /** Meetings of a local day, by start, as last read; none while calendars are off. Reads the calendars if that was long ago. */
  'proposals.meetings': command({ day: PeriodDay }).returns<MeetingView[]>(),
} satisfies CommandsOf<'proposals'>;
