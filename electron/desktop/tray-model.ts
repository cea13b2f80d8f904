/** What the tray shows, as a pure function of the state: icon, tooltip and menu. */
import { startOfDay } from 'date-fns';
import type { AccountView } from '../account/accounts.ts';
import type { TasksView } from '../tasks/assigned.ts';
import { dueDistance, dueGroup, parseDue } from '../tasks/due.ts';
import { type TaskView, taskRef } from '../tasks/task-view.ts';
import type { Entry, TaskRef } from '../time/entries.ts';
import { clock, dueWords, plural } from '../words/en.ts';

export type TrayIcon = 'idle' | 'running' | 'attention' | 'offline' | 'signed-out';

export type TrayAction =
  | { do: 'open' }
  | { do: 'new-task' }
  | { do: 'settings' }
  | { do: 'sign-in' }
  | { do: 'stop' }
  | { do: 'discard' }
  | { do: 'start'; taskId: string }
  | { do: 'pause'; length: '1-hour' | 'tomorrow' }
  | { do: 'resume' }
  | { do: 'quit' };

export type TrayMenuItem =
  | { label: string; action: TrayAction }
  | { label: string; disabled: true }
  | { label: string; submenu: TrayMenuItem[] }
  | 'separator';

export interface TrayModel {
  icon: TrayIcon;
  tooltip: string;
  menu: TrayMenuItem[];
  /** The number on the app's icon, where the desktop has such: tasks overdue. */
  badge: number;
}

/** What of the state it shows. */
interface Seen {
  account: Pick<AccountView, 'status'> | null;
  tasks: TasksView;
  time: { running: Pick<Entry, 'task' | 'startTime'> | null; recent: TaskRef[] };
  /** No reminders before; null: not paused; missing where there are none to pause. */
  pausedUntil?: string | null | undefined;
}

const MAX_STARTS = 8;
const MAX_LABEL = 60;

export function trayModel(state: Seen, now: Date): TrayModel {
  const badge = state.account === null ? 0 : overdue(state.tasks.tasks, now);
  return { icon: iconOf(state, now), tooltip: tooltipOf(state, now), menu: menuOf(state), badge };
}

/** If several hold: signed out, offline, running, attention, idle. */
function iconOf({ account, tasks, time }: Seen, now: Date): TrayIcon {
  if (account === null || account.status !== 'signed-in') return 'signed-out';
  if (tasks.failingSince !== null) return 'offline';
  if (time.running !== null) return 'running';
  return overdue(tasks.tasks, now) > 0 ? 'attention' : 'idle';
}

function tooltipOf({ account, tasks, time, pausedUntil }: Seen, now: Date): string {
  if (account === null) return 'Punchcard: not signed in';
  const lines: string[] = [];
  if (account.status === 'locked') lines.push('Punchcard: the keychain is locked');
  else if (account.status === 'signed-out') lines.push('Punchcard: signed out');
  else if (tasks.failingSince !== null) {
    const isGone = tasks.problem?.kind === 'unreachable' || tasks.problem?.kind === 'timeout';
    lines.push(`${isGone ? 'Offline' : 'Not updated'} since ${clock(tasks.failingSince)}`);
  }
  if (time.running !== null) {
    // The start, not the elapsed time: nothing has to tick for a tooltip that nobody reads.
    const { task, startTime } = time.running;
    lines.push(cut(`${task.identifier} ${task.title}`), `since ${clock(startTime)}`);
  } else if (account.status === 'signed-in') {
    const late = overdue(tasks.tasks, now);
    if (late > 0) lines.push(`${plural(late, 'task')} overdue`);
    const next = nextDue(tasks.tasks, now);
    if (next) lines.push(next);
  }
  if (pausedUntil) lines.push(`Reminders paused until ${pauseEnd(pausedUntil, now)}`);
  return lines.join('\n') || 'Punchcard';
}

function menuOf({ account, tasks, time, pausedUntil }: Seen): TrayMenuItem[] {
  const items: TrayMenuItem[] = [{ label: 'Open Punchcard', action: { do: 'open' } }, 'separator'];
  if (account === null) {
    items.push({ label: 'Sign in…', action: { do: 'open' } });
  } else {
    items.splice(1, 0, { label: 'New task…', action: { do: 'new-task' } });
    const { running } = time;
    const starts = startable(time.recent, tasks.tasks.map(taskRef), running?.task.taskId);
    const [last, ...others] = starts;
    if (running) {
      items.push({ label: cut(`Stop ${running.task.identifier} ${running.task.title}`), action: { do: 'stop' } });
      items.push({ label: `Discard ${running.task.identifier}`, action: { do: 'discard' } });
      if (starts.length > 0) items.push({ label: 'Switch to', submenu: starts.map(startItem) });
    } else if (last) {
      items.push({
        label: cut(`Start ${last.identifier} ${last.title}`),
        action: { do: 'start', taskId: last.taskId },
      });
      if (others.length > 0) items.push({ label: 'Start another', submenu: others.map(startItem) });
    } else {
      items.push({ label: 'No task to start', disabled: true });
    }
    if (account.status === 'locked') items.push({ label: 'Unlock the keychain…', action: { do: 'sign-in' } });
    if (account.status === 'signed-out') items.push({ label: 'Sign in again…', action: { do: 'sign-in' } });
    items.push('separator');
    if (pausedUntil === null) items.push(PAUSE);
    else if (pausedUntil !== undefined) items.push({ label: 'Resume reminders', action: { do: 'resume' } });
    items.push({ label: 'Settings…', action: { do: 'settings' } });
  }
  items.push('separator', { label: 'Quit Punchcard', action: { do: 'quit' } });
  return items;
}

const PAUSE: TrayMenuItem = {
  label: 'Pause reminders',
  submenu: [
    { label: 'For 1 hour', action: { do: 'pause', length: '1-hour' } },
    { label: 'Until tomorrow morning', action: { do: 'pause', length: 'tomorrow' } },
  ],
};

function pauseEnd(until: string, now: Date): string {
  const isToday = new Date(until).toDateString() === now.toDateString();
  return isToday ? clock(until) : `tomorrow, ${clock(until)}`;
}

/** Tasks worked on lately, then the list's first ones; each once, the running one left out. */
function startable(recent: TaskRef[], assigned: TaskRef[], runningId: string | undefined): TaskRef[] {
  const byId = new Map([...recent, ...assigned].map((task) => [task.taskId, task]));
  if (runningId !== undefined) byId.delete(runningId);
  return [...byId.values()].slice(0, MAX_STARTS);
}

const startItem = ({ taskId, identifier, title }: TaskRef): TrayMenuItem => ({
  label: cut(`${identifier} ${title}`),
  action: { do: 'start', taskId },
});

function overdue(tasks: readonly TaskView[], now: Date): number {
  return tasks.filter((task) => dueGroup(parseDue(task.dueDate), now) === 'overdue').length;
}

function nextDue(tasks: readonly TaskView[], now: Date): string | undefined {
  const coming = tasks
    .map((task) => ({ task, due: parseDue(task.dueDate) }))
    .filter(({ due }) => due !== null && due.at > now)
    .sort((a, b) => Number(a.due?.at) - Number(b.due?.at))[0];
  if (!coming?.due) return undefined;
  const { task, due } = coming;
  // No "in 3 h" here: it would be wrong a moment later, and nothing wakes to correct a tooltip.
  const isToday = !due.allDay && due.at.toDateString() === now.toDateString();
  const when = isToday ? `at ${clock(due.at.toISOString())}` : dueWords(dueDistance(due, startOfDay(now)), now);
  return `${task.identifier} is due ${when}`;
}

function cut(text: string): string {
  return text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
