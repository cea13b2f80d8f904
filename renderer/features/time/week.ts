/** The bars and shares of a week. Pure; times in ms. */
import type { TimeRules } from '../../../shared/contract/time-rules.ts';
import { projectHue } from '../../../shared/projects/project-hue.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Timesheet } from '../../../shared/time/timesheet.ts';
import type { Tint } from '../../../shared/tint.ts';

/** `share`: relative to the longest, 0 to 1. */
type Share<T> = T & { ms: number; share: number; percent: number };

/** Height of the tallest bar (px). */
const TALLEST = 54;
/** Height of an empty day (px). */
const LINE = 2;

/** In px, of the tallest bar. Any tracked time is higher than an empty day. */
export function barHeight(ms: number, most: number, tallest = TALLEST): number {
  return ms <= 0 ? LINE : Math.max(LINE + 1, Math.round((ms / most) * tallest));
}

/** Longest first. */
export const projectShares = (
  { projects, total }: Timesheet,
  rules: TimeRules['projects'],
): Share<{ key: string; name: string; tint: Tint }>[] =>
  shares(
    projects.map((row) => ({
      key: row.key,
      name: row.name,
      tint: projectHue({ projectId: row.key, projectName: row.name }, rules),
      ms: row.total.exact,
    })),
    total.exact,
  );

/** Longest first. */
export const taskShares = ({ projects, total }: Timesheet): Share<{ task: TaskRef }>[] =>
  shares(
    projects.flatMap(({ tasks }) => tasks.map((row) => ({ task: row.task, ms: row.total.exact }))),
    total.exact,
  );

function shares<T extends { ms: number }>(parts: readonly T[], totalMs: number): Share<T>[] {
  const sorted = parts.filter(({ ms }) => ms > 0).sort((one, other) => other.ms - one.ms);
  const longest = sorted[0]?.ms ?? 0;
  return sorted.map((part) => ({
    ...part,
    share: part.ms / longest,
    percent: Math.round((part.ms / totalMs) * 100),
  }));
}
