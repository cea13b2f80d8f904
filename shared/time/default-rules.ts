/** The rules until a person changes them. Apart from their schemas, because windows have no zod. */
import type { ProjectRules, ReportSwitches, TimeRules } from '../contract/time-rules.ts';

export const DEFAULT_TIME_RULES: TimeRules = {
  rounding: { mode: 'none', minutes: 15, per: 'task' },
  targets: { on: true, minutes: [0, 480, 480, 480, 480, 480, 0] },
  daysOff: {},
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
  recipient: '',
  sender: '',
};

/** The key of `reports` for reports of all projects. */
export const ALL_PROJECTS = 'all';
