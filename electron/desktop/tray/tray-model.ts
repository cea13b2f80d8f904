/** The tray's icon, tooltip and menu as a pure function of the state. */

import { startOfDay } from 'date-fns';
import { PART, taskKey } from '../../../shared/accounts.ts';
import type { AccountView, OpenAccountView } from '../../../shared/contract/account-view.ts';
import type { FocusSessionView } from '../../../shared/contract/focus.ts';
import type { OtherOutboxView } from '../../../shared/contract/outbox-view.ts';
import type { TasksView, TaskView } from '../../../shared/contract/task-view.ts';
import { clock, formatDue } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import { dueDistance, dueGroup, isOverdue, parseDue } from '../../../shared/tasks/due-date.ts';
import { type Entry, type TaskRef, taskRef } from '../../../shared/time/entry.ts';

export type TrayIcon = 'idle' | 'running' | 'attention' | 'offline' | 'signed-out';

export type TrayAction =
  | { do: 'open' }
  | { do: 'open-as-window'; on: boolean }
  | { do: 'new-task' }
  | { do: 'settings' }
  /** `accountId`: absent for the one in front. */
  | { do: 'sign-in'; accountId?: string }
  | { do: 'outbox' }
  | { do: 'stop' }
  | { do: 'discard' }
  | { do: 'start'; taskId: string; accountId?: string }
  /** The task of the last entry. */
  | { do: 'start-last' }
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
  /** The number on the app's icon (dock, task bar): overdue tasks. */
  badge: number;
  running: Pick<Entry, 'task' | 'startTime'> | null;
  /** Recent tasks first; empty without an account. */
  starts: TaskRef[];
}

/** The part of the state that it shows. */
interface Seen {
  account: Pick<AccountView, 'status' | 'kind' | 'error'> | null;
  /** All open accounts, if there are several. */
  accounts?: readonly Pick<OpenAccountView, 'id' | 'server' | 'name' | 'isLocal' | 'state' | 'failingSince'>[];
  /** Unsent changes of signed-out accounts. */
  left?: readonly Pick<OtherOutboxView, 'server' | 'total' | 'needing'>[];
  /** Changes of open accounts that need the person, by account; `server`: null for an only account. */
  needing?: readonly { server: string | null; count: number }[];
  tasks: TasksView;
  time: { running: Pick<Entry, 'task' | 'startTime'> | null; recent: TaskRef[] };
  /** Absent: no focus session. */
  focus?: FocusSessionView | null;
  /** No reminders before this time; null: not paused; absent if there are none to pause. */
  pausedUntil?: string | null | undefined;
  /** The person wants an ordinary window. */
  isWindow: boolean;
}

const MAX_STARTS = 8;
const MAX_LABEL = 60;
/** Of the account's name in a label. */
const MAX_NAME = 20;

export function trayModel(state: Seen, now: Date): TrayModel {
  const badge = state.account === null ? 0 : overdue(state.tasks.tasks, now);
  const running = state.account === null ? null : state.time.running;
  const starts = state.account === null ? [] : startable(state);
  return { icon: iconOf(state, now), tooltip: tooltipOf(state, now), menu: menuOf(state), badge, running, starts };
}

/**
 * Precedence: signed out, changes that need the person, offline, running, overdue tasks, idle. Of several accounts, one that is offline
 * does not change the icon.
 */
function iconOf({ account, accounts = [], needing = [], left = [], tasks, time }: Seen, now: Date): TrayIcon {
  if (account === null || account.status !== 'signed-in' || accounts.some(needsSignIn)) return 'signed-out';
  if (needing.length > 0 || left.some((one) => one.needing > 0)) return 'attention';
  const isOffline =
    accounts.length < 2 ? tasks.failingSince !== null : accounts.every(({ state }) => state === 'offline');
  if (isOffline) return 'offline';
  if (time.running !== null) return 'running';
  return overdue(tasks.tasks, now) > 0 ? 'attention' : 'idle';
}

const needsSignIn = ({ state }: { state: OpenAccountView['state'] }): boolean =>
  state === 'signed-out' || state === 'locked';

/** What is wrong with each of several accounts. */
function accountLines(accounts: NonNullable<Seen['accounts']>): string[] {
  const { offlineSince, ofAccount } = messages.tray;
  return accounts.flatMap(({ server, isLocal, state, failingSince }) => {
    if (state === 'offline' && failingSince !== null)
      return ofAccount.account({ server, what: offlineSince({ when: clock(failingSince) }) });
    const what = state === 'locked' ? ofAccount.locked : isLocal ? ofAccount.closed : ofAccount.signedOut;
    return needsSignIn({ state }) ? ofAccount.account({ server, what }) : [];
  });
}

/** The changes that need the person in each account. */
function needingLines(needing: Seen['needing'] = []): string[] {
  const { needing: what, account } = messages.tray.ofAccount;
  return needing.map(({ server, count }) =>
    server === null ? what({ count }) : account({ server, what: what({ count }) }),
  );
}

const unsentLine = ({ server, total }: Pick<OtherOutboxView, 'server' | 'total'>): string =>
  messages.tray.unsent({ count: total, server });

/** The local workspace has no sign-in: this state means that it cannot be opened. */
function whyOut({ kind, error }: NonNullable<Seen['account']>): string {
  return kind === 'local' && error !== null ? error.title : messages.tray.signedOut;
}

function tooltipOf(state: Seen, now: Date): string {
  const { account, accounts = [], needing, left = [], tasks, time, focus = null, pausedUntil } = state;
  if (account === null) return [messages.tray.notSignedIn, ...left.map(unsentLine)].join('\n');
  const lines: string[] = [];
  if (accounts.length > 1) lines.push(...accountLines(accounts));
  else if (account.status === 'locked') lines.push(messages.tray.locked);
  else if (account.status === 'signed-out') lines.push(whyOut(account));
  else if (tasks.failingSince !== null) {
    const isGone = tasks.error?.kind === 'unreachable' || tasks.error?.kind === 'timeout';
    const message = isGone ? messages.tray.offlineSince : messages.tray.notUpdatedSince;
    lines.push(message({ when: clock(tasks.failingSince) }));
  }
  lines.push(...needingLines(needing), ...left.filter((one) => one.needing > 0).map(unsentLine));
  if (focus !== null) lines.push(focusLine(focus, now));
  if (time.running !== null) {
    // The start, not the elapsed time, so that no timer has to update the tooltip.
    const { task, startTime } = time.running;
    lines.push(
      shorten(`${task.identifier} ${titleOf(task)}`, MAX_LABEL),
      messages.tray.since({ when: clock(startTime) }),
    );
  } else if (account.status === 'signed-in') {
    const late = overdue(tasks.tasks, now);
    if (late > 0) lines.push(messages.tray.overdue({ tasks: late }));
    const next = nextDue(tasks.tasks, now);
    if (next) lines.push(next);
  }
  if (pausedUntil) lines.push(messages.tray.pausedUntil({ when: pauseEnd(pausedUntil, now) }));
  return lines.join('\n') || messages.tray.app;
}

/** The end, not what is left, for the same reason. */
function focusLine({ phase, endsAt, task }: FocusSessionView, now: Date): string {
  const isOver = Date.parse(endsAt) <= now.getTime();
  const when = clock(endsAt);
  if (phase === 'focus') return isOver ? messages.tray.focusOver({ when }) : messages.tray.focusUntil({ when });
  return isOver ? messages.tray.breakOver({ when }) : messages.tray.breakUntil({ when, task: task.identifier });
}

function menuOf(state: Seen): TrayMenuItem[] {
  const { account, accounts = [], needing, left = [], time, pausedUntil, isWindow } = state;
  const items: TrayMenuItem[] = [{ label: messages.tray.open, action: { do: 'open' } }, 'separator'];
  /** Of several accounts, tasks may have the same identifier. */
  const labelOf = (label: string, { accountId }: TaskRef): string => {
    const of = accounts.length > 1 ? accounts.find(({ id }) => id === accountId) : undefined;
    const name = of === undefined ? '' : `${PART}${shorten(of.name, MAX_NAME)}`;
    return shorten(label, MAX_LABEL - name.length) + name;
  };
  const startItem = (task: TaskRef): TrayMenuItem => ({
    label: labelOf(`${task.identifier} ${titleOf(task)}`, task),
    action: startOf(task),
  });
  if (account === null) {
    items.push({ label: messages.tray.signIn, action: { do: 'open' } });
    // The page that asks to sign in says what becomes of them.
    for (const line of left.map(unsentLine)) items.push({ label: shorten(line, MAX_LABEL), action: { do: 'open' } });
  } else {
    items.splice(1, 0, { label: messages.tray.newTask, action: { do: 'new-task' } });
    const { running } = time;
    const starts = startable(state);
    const [last, ...others] = starts;
    if (running) {
      const { task } = running;
      items.push({
        label: labelOf(messages.tray.stop({ task: task.identifier, title: titleOf(task) }), task),
        action: { do: 'stop' },
      });
      items.push({
        label: labelOf(messages.tray.discard({ task: task.identifier }), task),
        action: { do: 'discard' },
      });
      if (starts.length > 0) items.push({ label: messages.tray.switchTo, submenu: starts.map(startItem) });
    } else if (last) {
      items.push({
        label: labelOf(messages.tray.start({ task: last.identifier, title: titleOf(last) }), last),
        action: startOf(last),
      });
      if (others.length > 0) items.push({ label: messages.tray.startAnother, submenu: others.map(startItem) });
    } else {
      items.push({ label: messages.tray.noTask, disabled: true });
    }
    if (accounts.length > 1) items.push(...accounts.filter(needsSignIn).map(signInItem));
    else if (account.status === 'locked') items.push({ label: messages.tray.unlock, action: { do: 'sign-in' } });
    else if (account.status === 'signed-out' && account.kind !== 'local')
      items.push({ label: messages.tray.signInAgain, action: { do: 'sign-in' } });
    for (const line of [...needingLines(needing), ...left.map(unsentLine)])
      items.push({ label: shorten(line, MAX_LABEL), action: { do: 'outbox' } });
    items.push('separator');
    if (pausedUntil === null) items.push(pauseItem());
    else if (pausedUntil !== undefined) items.push({ label: messages.tray.resume, action: { do: 'resume' } });
    items.push({
      label: isWindow ? messages.tray.openAtIcon : messages.tray.openAsWindow,
      action: { do: 'open-as-window', on: !isWindow },
    });
    items.push({ label: messages.tray.settings, action: { do: 'settings' } });
  }
  items.push('separator', { label: messages.tray.quit, action: { do: 'quit' } });
  return items;
}

/** A local workspace has no sign-in: this tries to open it again. */
function signInItem({ id, server, isLocal, state }: NonNullable<Seen['accounts']>[number]): TrayMenuItem {
  const { unlock, signInAgain, ofAccount } = messages.tray;
  const what = state === 'locked' ? unlock : isLocal ? ofAccount.closed : signInAgain;
  return { label: ofAccount.account({ server, what }), action: { do: 'sign-in', accountId: id } };
}

const pauseItem = (): TrayMenuItem => ({
  label: messages.tray.pause,
  submenu: [
    { label: messages.tray.pauseHour, action: { do: 'pause', length: '1-hour' } },
    { label: messages.tray.pauseMorning, action: { do: 'pause', length: 'tomorrow' } },
  ],
});

function pauseEnd(until: string, now: Date): string {
  const isToday = new Date(until).toDateString() === now.toDateString();
  return isToday ? clock(until) : messages.tray.tomorrowAt({ time: clock(until) });
}

/** Recent tasks, then the first of the list, without duplicates and without the running one. */
function startable({ time: { recent, running }, tasks }: Seen): TaskRef[] {
  const byKey = new Map([...recent, ...tasks.tasks.map(taskRef)].map((task) => [taskKey(task), task]));
  if (running !== null) byKey.delete(taskKey(running.task));
  return [...byKey.values()].slice(0, MAX_STARTS);
}

const startOf = ({ taskId, accountId }: TaskRef): TrayAction => ({
  do: 'start',
  taskId,
  ...(accountId !== undefined && { accountId }),
});

function overdue(tasks: readonly TaskView[], now: Date): number {
  return tasks.filter((task) => dueGroup(parseDue(task.dueDate), now) === 'overdue').length;
}

function nextDue(tasks: readonly TaskView[], now: Date): string | undefined {
  const coming = tasks
    .map((task) => ({ task, due: parseDue(task.dueDate) }))
    .filter(({ due }) => due !== null && !isOverdue(due, now))
    .sort((a, b) => Number(a.due?.at) - Number(b.due?.at))[0];
  if (!coming?.due) return undefined;
  const { task, due } = coming;
  if (due.at <= now) return messages.tray.dueNow({ task: task.identifier });
  // No "in 3 h": it would soon be wrong, and nothing updates a tooltip.
  const isToday = !due.allDay && due.at.toDateString() === now.toDateString();
  if (isToday) return messages.tray.dueAt({ task: task.identifier, time: clock(due.at) });
  return messages.tray.due({ task: task.identifier, when: formatDue(dueDistance(due, startOfDay(now)), now) });
}

const titleOf = ({ title }: TaskRef): string => title || messages.tasks.untitled;
