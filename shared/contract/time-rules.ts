/**
 * Rules for tracked time: rounding, targets, days off, overtime, billable time, rates and reports. The service has no place for them:
 * they are stored on this computer, per account, and never sent.
 */
import { z } from 'zod';
import { DAY_MINUTES } from '../dates/minutes.ts';
import { TINTS } from '../tint.ts';
import { type CommandsOf, command } from './command.ts';
import { Instant, LocalDay, Name, PeriodDay, requiredLine, typedLine } from './fields.ts';

export const Rounding = z.object({
  mode: z.enum(['none', 'nearest', 'up', 'down']),
  /** The step in minutes. */
  minutes: z.number().int().min(1).max(60),
  /** What is rounded: the time of each task on a day, or of each project on a day. */
  per: z.enum(['task', 'project']),
});
export type Rounding = z.infer<typeof Rounding>;

const Targets = z.object({
  on: z.boolean(),
  /** Minutes by day of the week, Sunday first; null for the length of the day's working hours. */
  minutes: z.array(z.number().int().min(0).max(DAY_MINUTES).nullable()).length(7),
});

/** Minutes since midnight on the clock; an end beyond 1440 is on the next day. */
const ClockSpan = z.object({
  from: z.number().int().min(0).max(2879),
  to: z.number().int().min(1).max(2880),
});
export type ClockSpan = z.infer<typeof ClockSpan>;

const WorkingHours = ClockSpan.extend({ break: ClockSpan.nullable() });
export type WorkingHours = z.infer<typeof WorkingHours>;

/** By day of the week on which they begin, Sunday first; null for a free day. */
const WeekHours = z.array(WorkingHours.nullable()).length(7);

/** Of the days off of a range, and of a calendar file. */
export const MAX_DAYS_OFF = 400;

/** A calendar file, as it was last read. */
const Holidays = z.object({
  /** Its name, for messages, and where it is on this computer. */
  file: z.string().min(1).max(255),
  path: z.string().min(1).max(4096),
  /** Its whole days; one that is not off is a working day all the same. */
  days: z.record(LocalDay, z.object({ name: requiredLine(100), isOff: z.boolean() })),
});
export type Holidays = z.infer<typeof Holidays>;

/** How many answers are kept: the latest. */
export const MAX_NOT_WORK = 1_000;

const Overtime = z.object({
  /** The first day that counts; null if there is no overtime account. */
  from: PeriodDay.nullable(),
  /** Minutes before that day; negative if time was owed. */
  openingMinutes: z.number().int().min(-600_000).max(600_000),
});

/** A project's id, or its name if its entries were stored without one (shared/time/project-key.ts). */
export const ProjectKey = z.string().min(1).max(200);

const Rate = z.object({
  /** Per hour. */
  amount: z.number().min(0).max(1_000_000),
  /** ISO 4217, such as EUR. */
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Rate = z.infer<typeof Rate>;

const ProjectHue = z.enum(TINTS);

const ProjectRules = z.object({
  /** The name when a rule was last set: the project may vanish from the service. */
  name: Name,
  isBillable: z.boolean(),
  rate: Rate.nullable(),
  /** null for the hue that follows from the project (shared/projects/project-hue.ts). */
  hue: ProjectHue.nullable(),
});
export type ProjectRules = z.infer<typeof ProjectRules>;

const Letterhead = z.string().max(1_000);

/** What a report shows. */
export const ReportSwitches = z.object({
  /** null for the language of the app. */
  language: z.enum(['en', 'de']).nullable(),
  onlyBillable: z.boolean(),
  hours: z.enum(['rounded', 'exact']),
  notes: z.boolean(),
  /** Rate and amount. */
  rate: z.boolean(),
  signatures: z.boolean(),
  /** The line that names Punchcard; missing in older backups. */
  maker: z.boolean().default(true),
  /** Lines of text; empty for none. */
  recipient: Letterhead,
  sender: Letterhead,
});
export type ReportSwitches = z.infer<typeof ReportSwitches>;

export const TimeRules = z.object({
  rounding: Rounding,
  targets: Targets,
  /** null until a person sets them; missing in older backups. */
  hours: WeekHours.nullable().default(null),
  /** Gaps that a person answered with "not work", by start. */
  notWork: z
    .array(z.object({ from: Instant, to: Instant }))
    .max(MAX_NOT_WORK)
    .default([]),
  /** Names of the days off that the person entered, by local day. */
  daysOff: z.record(LocalDay, requiredLine(100)),
  /** When work ends on a half day, by local day (minutes since midnight). */
  halfDays: z.record(LocalDay, z.number().int().min(1).max(DAY_MINUTES)).default({}),
  holidays: Holidays.nullable().default(null),
  overtime: Overtime,
  /** By label name: whether it makes a task billable or not billable, whatever its project is. */
  billableLabels: z.record(z.string().min(1).max(200), z.boolean()),
  projects: z.record(ProjectKey, ProjectRules),
  /** By project key; `all` for reports of all projects. */
  reports: z.record(ProjectKey, ReportSwitches),
});
export type TimeRules = z.infer<typeof TimeRules>;

export interface ClosedWeekView {
  /** The first local day of the seven. */
  weekStart: string;
  closedAt: string;
  /** Tracked when it was closed (ms). */
  trackedMs: number;
}

export interface TimeRulesView extends TimeRules {
  /** The latest first. */
  closedWeeks: ClosedWeekView[];
}

export const timeRulesCommands = {
  'time-rules.change': command({
    rounding: Rounding.optional(),
    targets: Targets.optional(),
    hours: WeekHours.nullable().optional(),
    overtime: Overtime.optional(),
  }),
  /** Answers a gap, or takes the answer back. */
  'time-rules.set-not-work': command({ from: Instant, to: Instant, isNotWork: z.boolean() }),
  /** Both days and all between. `name`: null makes them working days again. */
  'time-rules.set-days-off': command({ from: PeriodDay, to: PeriodDay, name: requiredLine(100).nullable() }),
  /** `until`: when work ends (minutes since midnight); null makes it a whole day again. */
  'time-rules.set-half-day': command({ day: LocalDay, until: z.number().int().min(1).max(DAY_MINUTES).nullable() }),
  /** Opens a dialog for a calendar file, or reads the last one again; days that were switched off stay so. */
  'time-rules.read-holidays': command({ again: z.boolean() }),
  'time-rules.set-holiday': command({ day: LocalDay, isOff: z.boolean() }),
  'time-rules.forget-holidays': command({}),
  /** `isBillable`: null removes the rule. */
  'time-rules.set-label': command({ label: requiredLine(200), isBillable: z.boolean().nullable() }),
  'time-rules.set-project': command({
    projectKey: ProjectKey,
    /** With the name shown on screen. */
    projectName: typedLine(500),
    isBillable: z.boolean().optional(),
    rate: Rate.nullable().optional(),
    hue: ProjectHue.nullable().optional(),
  }),
  /** Remembers the switches of a project's reports; `projectKey`: null for reports of all projects. */
  'time-rules.set-report': command({ projectKey: ProjectKey.nullable(), switches: ReportSwitches }),
  /** Opens a save dialog; returns the path of the file, or null if the person cancels. */
  'time-rules.back-up': command({}).returns<string | null>(),
  /** Opens a dialog, and replaces the rules and closed weeks with those of the chosen backup. */
  'time-rules.restore': command({}),
} satisfies CommandsOf<'time-rules'>;
