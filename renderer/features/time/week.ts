/** The bars and shares of a week. Pure; times in ms. */
import { taskKey } from '../../../shared/accounts.ts';
import type { TimeRules } from '../../../shared/contract/time-rules.ts';
import { projectHue } from '../../../shared/projects/project-hue.ts';
import type { Timesheet } from '../../../shared/time/timesheet.ts';
import type { Tint } from '../../../shared/tint.ts';

interface Part {
  key: string;
  accountId: string | undefined;
  /** Of a task. */
  id?: string;
  /** Of a project. */
  tint?: Tint;
  name: string;
  ms: number;
}

/** `share`: relative to the longest, 0 to 1. */
export type Share = Part & { share: number; percent: number };

/** Heights of the tallest bar (px). */
const TALLEST = 54;
export const TALLEST_IN_COLUMN = 84;
/** Height of an empty day (px). */
const LINE = 2;

/** In px, of the tallest bar. Any tracked time is higher than an empty day. */
export function barHeight(ms: number, most: number, tallest = TALLEST): number {
  return ms <= 0 ? LINE : Math.max(LINE + 1, Math.round((ms / most) * tallest));
}

/** The height of a time among those of the week (px). In the column of the week, targets have one too. */
export function barHeights({ days }: Timesheet, isInColumn: boolean): (ms: number) => number {
  const most = Math.max(...days.map(({ exact, target }) => Math.max(exact, isInColumn ? (target ?? 0) : 0)));
  return (ms) => barHeight(ms, most, isInColumn ? TALLEST_IN_COLUMN : TALLEST);
}

/** Longest first. */
export const projectShares = ({ projects, total }: Timesheet, rules: TimeRules['projects']): Share[] =>
  shares(
    projects.map(({ project, total: { exact: ms } }) => ({
      key: taskKey({ id: project.projectId, accountId: project.accountId }),
      accountId: project.accountId,
      name: project.projectName,
      tint: projectHue(project, rules),
      ms,
    })),
    total.exact,
  );

/** Longest first. */
export const taskShares = ({ projects, total }: Timesheet): Share[] =>
  shares(
    projects.flatMap(({ tasks }) =>
      tasks.map(({ task, total: { exact: ms } }) => ({
        key: taskKey(task),
        accountId: task.accountId,
        id: task.identifier,
        name: task.title,
        ms,
      })),
    ),
    total.exact,
  );

function shares(parts: readonly Part[], totalMs: number): Share[] {
  const sorted = parts.filter(({ ms }) => ms > 0).sort((one, other) => other.ms - one.ms);
  const longest = sorted[0]?.ms ?? 0;
  return sorted.map((part) => ({
    ...part,
    share: part.ms / longest,
    percent: Math.round((part.ms / totalMs) * 100),
  }));
}
