/** The rules until a person changes them. Apart from their schemas, because windows have no zod. */
import type { ProjectRules, ReportSwitches, TimeRules, WorkingHours } from '../contract/time-rules.ts';

export const DEFAULT_TIME_RULES: TimeRules = {
  rounding: { mode: 'none', minutes: 15, per: 'task' },
  targets: { on: true, minutes: Array(7).fill(null) },
  hours: null,
  notWork: [],
  daysOff: {},
  halfDays: {},
  holidays: null,
  overtime: { from: null, openingMinutes: 0 },
  billableLabels: {},
  projects: {},
  reports: {},
};

export const DEFAULT_PROJECT_RULES: Omit<ProjectRules, 'name'> = { isBillable: false, rate: null, hue: null };

export const DEFAULT_REPORT: ReportSwitches = {
  language: null,
  onlyBillable: false,
  hours: 'rounded',
  notes: true,
  rate: false,
  signatures: false,
  maker: true,
  recipient: '',
  sender: '',
};

/** Targets by day of the week without working hours (minutes). */
export const USUAL_TARGETS = [0, 480, 480, 480, 480, 480, 0];

/** The hours offered first: Monday to Friday. */
export const USUAL_HOURS: WorkingHours = { from: 540, to: 1050, break: { from: 750, to: 780 } };

/** The key of `reports` for reports of all projects. */
export const ALL_PROJECTS = 'all';
