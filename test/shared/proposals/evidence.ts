/** Evidence, tasks and entries of 19 November 2026, for tests of proposals. */
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { KnownTask } from '../../../shared/proposals/find-tasks.ts';
import { propose } from '../../../shared/proposals/propose.ts';
import type { Span } from '../../../shared/time/day.ts';
import { local } from '../time/entries.ts';

/** An instant of the day: `at('12:10')`. */
export function at(clock: string, day = 19): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return local(day, hour, minute);
}

export const task = (identifier: string, title: string, links: string[] = []): KnownTask => {
  const [project = ''] = identifier.split('-');
  return { taskId: identifier, identifier, title, projectId: project, projectName: project, links };
};

export const RETRY = task('PAY-134', 'Retry a declined card once before giving up');
export const WEBHOOKS = task('PAY-131', 'Webhooks arrive twice after a timeout');
export const COPY = task('WEB-62', 'Read the landing page copy one last time');
export const PLANNING = task('WEB-57', 'Planning, stand-ups and mail');
export const TASKS = [RETRY, WEBHOOKS, COPY, PLANNING];

export const span = (from: string, to: string): Span => ({ from: at(from), to: at(to) });

export const windowOf = (from: string, to: string, title: string, app = 'editor'): Evidence => ({
  kind: 'window',
  ...span(from, to),
  app,
  title,
});
export const commitAt = (clock: string, message: string, branch = 'main', repository = 'payments-api'): Evidence => ({
  kind: 'commit',
  ...span(clock, clock),
  repository,
  branch,
  message,
});
export const eventOf = (
  from: string,
  to: string,
  title: string,
  change: Partial<Extract<Evidence, { kind: 'event' }>> = {},
): Evidence => ({
  kind: 'event',
  ...span(from, to),
  calendar: 'Work',
  title,
  isAllDay: false,
  isFree: false,
  status: 'confirmed',
  response: 'accepted',
  ...change,
});
export const awayFrom = (from: string, to: string, awayKind: 'idle' | 'lock' = 'idle'): Evidence => ({
  kind: 'away',
  ...span(from, to),
  awayKind,
});

export const entryOf = ({ links: _, ...of }: KnownTask, from: number, to: number) => ({
  task: of,
  startTime: new Date(from).toISOString(),
  endTime: new Date(to).toISOString(),
});

/** Proposals for a gap at the end of the day; nothing else is known than what is given. */
export const proposeFor = (
  gap: Span,
  evidence: readonly Evidence[],
  more: Partial<Parameters<typeof propose>[0]> = {},
) =>
  propose({
    gap,
    evidence,
    tasks: TASKS,
    entries: [],
    notWork: [],
    rules: [],
    learned: [],
    usesOwnEvidence: true,
    now: at('23:59'),
    ...more,
  });

/** `PAY-134 12:25–12:58` */
export function shown({ target, from, to }: ReturnType<typeof propose>[number]): string {
  const clock = (instant: number): string => new Date(instant).toTimeString().slice(0, 5);
  const name =
    target.kind === 'task' ? target.task.identifier : target.kind === 'project' ? target.projectName : 'not work';
  return `${name} ${clock(from)}–${clock(to)}`;
}
