/** Which time is billable, and for how much. Pure. */
import type { ProjectRules, Rate, TimeRules } from '../contract/time-rules.ts';
import { HOUR_MS } from '../dates/milliseconds.ts';
import { DEFAULT_PROJECT_RULES } from './default-rules.ts';

/** The rules of a project by its key (project-key.ts). */
export const projectRules = (key: string, { projects }: Pick<TimeRules, 'projects'>): Omit<ProjectRules, 'name'> =>
  (Object.hasOwn(projects, key) ? projects[key] : undefined) ?? DEFAULT_PROJECT_RULES;

/** Labels decide before the project does; of several, one that is not billable decides. */
export function isBillable(
  projectKey: string,
  labels: readonly string[],
  rules: Pick<TimeRules, 'projects' | 'billableLabels'>,
): boolean {
  const { billableLabels } = rules;
  const ruled = labels.flatMap((label) => (Object.hasOwn(billableLabels, label) ? [billableLabels[label]] : []));
  if (ruled.length > 0) return !ruled.includes(false);
  return projectRules(projectKey, rules).isBillable;
}

/** Rates have at most four decimals (typed-rate.ts); counted in these parts, they are integers. */
const RATE_PARTS = 10_000;

/** The amount for a length of time (ms), rounded once, to the currency's smallest unit, as a number of main units. */
export function amountFor(ms: number, { amount, currency }: Rate): number {
  const unit = 10 ** fractionDigits(currency);
  return Math.round((ms * Math.round(amount * RATE_PARTS)) / ((HOUR_MS * RATE_PARTS) / unit)) / unit;
}

/** How many digits amounts of the currency have after the decimal point. */
export const fractionDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
