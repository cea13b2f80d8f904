/** The one menu of a task: of its row, its card and its page, and its lines in the palette. Its keys work without it too. */

import { addDays } from 'date-fns';
import { useState } from 'react';
import { isSameTask } from '../../shared/accounts.ts';
import type { LabelView, State, TaskChoices } from '../../shared/contract/index.ts';
import type { TaskChange } from '../../shared/contract/tasks.ts';
import { weekStart } from '../../shared/dates/week-start.ts';
import { clock, shortDay } from '../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../shared/i18n/generated/board.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import type { PaletteTask } from '../../shared/palette/tasks.ts';
import { PRIORITIES } from '../../shared/tasks/priority.ts';
import { dayBounds, localDay, pieces, type Span } from '../../shared/time/day.ts';
import { suggestTimes } from '../../shared/time/suggest-times.ts';
import { isLocal, may, send, sendAbout, useAppState, usePublished } from '../state/main-process.ts';
import { openPage, pageOf, showTime } from '../state/navigation.ts';
import { openEntry } from '../state/shown-time.ts';
import { askView } from '../state/view-requests.ts';
import { menuPlace } from '../ui/input-modality.ts';
import labelStyles from '../ui/label.module.css';
import { tintOfColor } from '../ui/label.tsx';
import { PopMenu } from '../ui/menu.tsx';
import { type MenuEntry, MenuNote, type MenuPage } from '../ui/menu-pages.tsx';
import { dateDraft, onDay, quickDays } from './date-draft.ts';
import { keyedFor } from './keys-of.ts';
import { pressedTaskKeys, TASK_KEYS } from './task-keys.ts';
import { personEntries, priorityEntries, projectEntries, statusEntries } from './task-values.tsx';

/** Opens the task's page and presses its control with these keys. */
function pressOnTaskPage(task: MenuTask, keys: string): void {
  openPage(pageOf(task));
  askView('task-keys', keys);
}

/** Its account is as in the list or board that shows it. */
export interface MenuTask extends Omit<PaletteTask, 'status' | 'statusName' | 'isDone' | 'isOwn'> {
  /** What a row or a card knows besides; own tasks come without their assignee. */
  status?: string;
  labels?: readonly LabelView[];
  assignee?: { id: string; name: string } | null | undefined;
  /** A new task that the service does not have yet: it can be moved on its board. */
  isNotCreatedYet?: true;
  /** No list here has the task: it can be opened, not tracked. */
  isOnlyNamed?: true;
}

interface Options {
  /** The key that opens its page; null on the page. */
  opensWith: 'Enter' | 'Space' | null;
  /** What opens it, if that does more than show its page. */
  open?: (() => void) | undefined;
  /** The statuses on a board, which moves its cards itself. */
  status?: () => MenuPage;
  /** After the status. */
  place?: MenuEntry;
}

/** A line that cannot be used is left out, so that every line does what it says. */
export function taskEntries(task: MenuTask, state: State, options: Options): MenuEntry[] {
  const { opensWith, open = () => openTask(task), status, place } = options;
  const { accountId, identifier, projectId, isNotCreatedYet, isOnlyNamed } = task;
  const { running } = state.time;
  const isRunning = running !== null && isSameTask(running.task, task);
  // Of a task that is known from time entries alone, neither values nor address are known.
  const isListed = projectId !== undefined && !isNotCreatedYet;
  const mayUpdate = may(state, 'task:update', accountId);
  const mayTrack = !isNotCreatedYet && !isOnlyNamed && mayUpdate;
  const hasAddress = isListed && !isLocal(state, accountId);
  const mayChange = isListed && mayUpdate;
  // The listed projects are those of the account in front.
  const isOfFront = accountId === undefined || accountId === state.account?.id;
  const keyed = keyedFor(state.app.platform);
  const onPage = (key: string, label: string, keys: string): MenuEntry =>
    keyed(keys, { key, label, movesFocus: true, onChoose: () => pressOnTaskPage(task, keys) });

  const values = valueEntries([task], state);
  return grouped([
    [
      opensWith !== null &&
        keyed(opensWith, { key: 'open', label: boardMessages.open, movesFocus: true, onChoose: open }),
      (isRunning || mayTrack) &&
        keyed(TASK_KEYS.timer, {
          key: isRunning ? 'stop' : 'timer',
          label: isRunning ? boardMessages.stopTimer : boardMessages.startTimer,
          onChoose: () => void (isRunning ? send('timer.stop', {}) : send('timer.start', oneTask(task))),
        }),
      running !== null &&
        !isRunning &&
        mayTrack &&
        keyed(TASK_KEYS.moveTimer, {
          key: 'move-timer',
          label: taskPageMessages.menu.moveTimer({ time: clock(running.startTime) }),
          onChoose() {
            const { id: entryId, startTime, note } = running;
            void send('time.edit', { entryId, startTime, endTime: null, note, ...oneTask(task) });
          },
        }),
      mayTrack &&
        keyed(TASK_KEYS.addTime, {
          key: 'add-time',
          label: messages.tasks.addTime,
          movesFocus: true,
          onChoose() {
            showTime(null);
            openEntry({ kind: 'add', ...suggestedTimes(), gap: null, task: { ...oneTask(task), ...refOf(task) } });
          },
        }),
    ],
    [
      status === undefined
        ? isListed && values.status
        : mayUpdate && keyed(TASK_KEYS.status, { key: 'status', label: taskPageMessages.status, more: status }),
      place,
      mayChange &&
        isOfFront && { key: 'project', label: taskPageMessages.project, more: () => projects(task, state.projects) },
      ...(isListed ? [values.priority, values.due, values.assignee, values.labels] : []),
      mayChange && onPage('title', taskPageMessages.menu.title, TASK_KEYS.title),
      isListed && onPage('comment', taskPageMessages.menu.comment, TASK_KEYS.comment),
    ],
    [
      hasAddress &&
        keyed(TASK_KEYS.copyLink, {
          key: 'copy-link',
          label: taskPageMessages.menu.copyLink,
          onChoose: () => void send('tasks.copy-link', oneTask(task)),
        }),
      !isNotCreatedYet &&
        identifier !== '' &&
        keyed(TASK_KEYS.copyIdentifier, {
          key: 'copy-identifier',
          label: taskPageMessages.menu.copyIdentifier,
          onChoose: () => void send('tasks.copy-identifier', { identifier }),
        }),
      hasAddress &&
        keyed(TASK_KEYS.browser, {
          key: 'browser',
          label: boardMessages.openInBrowser,
          onChoose: () => void send('tasks.open-in-browser', oneTask(task)),
        }),
    ],
    [isListed && deletion([task], state)],
  ]);
}

/** What makes sense for several tasks at once. */
export function selectionEntries(tasks: readonly MenuTask[], state: State): MenuEntry[] {
  const { due, priority, status, assignee, labels } = valueEntries(tasks, state);
  return grouped([[due, priority, status, assignee, labels], [deletion(tasks, state)]]);
}

type Entries = readonly (MenuEntry | false | null | undefined)[];

const grouped = (groups: readonly Entries[]): MenuEntry[] =>
  groups.flatMap((group, at) =>
    group
      .filter((entry): entry is MenuEntry => Boolean(entry))
      .map((entry, index) => (at > 0 && index === 0 ? { ...entry, apart: true } : entry)),
  );

/** The values that tasks have in common. */
function valueEntries(tasks: readonly MenuTask[], state: State) {
  const keyed = keyedFor(state.app.platform);
  const mayAll = (permission: string) => tasks.every(({ accountId }) => may(state, permission, accountId));
  const mayChange = mayAll('task:update');
  // Columns, people and labels of one account mean nothing to the tasks of another.
  const isOneAccount = tasks.every(({ accountId }) => accountId === tasks[0]?.accountId);
  return {
    status:
      mayChange &&
      isOneAccount &&
      keyed(TASK_KEYS.status, { key: 'status', label: taskPageMessages.status, read: () => readStatuses(tasks) }),
    priority:
      mayChange &&
      keyed(TASK_KEYS.priority, { key: 'priority', label: taskPageMessages.priority, more: () => priorities(tasks) }),
    due: mayChange && keyed(TASK_KEYS.due, { key: 'due', label: taskPageMessages.due, more: () => days(tasks) }),
    assignee:
      mayAll('task:assign') &&
      isOneAccount &&
      keyed(TASK_KEYS.assignee, {
        key: 'assignee',
        label: taskPageMessages.assignee,
        read: () => readPeople(tasks, state),
      }),
    labels:
      mayAll('label:update') &&
      isOneAccount &&
      keyed(TASK_KEYS.labels, { key: 'labels', label: taskPageMessages.labels, read: () => readLabels(tasks) }),
  };
}

type WithoutTask<C> = C extends unknown ? Omit<C, 'taskId' | 'accountId'> : never;

const oneTask = ({ id: taskId, accountId }: MenuTask) => ({ taskId, ...(accountId !== undefined && { accountId }) });

/** Makes the same change to each of the tasks. */
function change(tasks: readonly MenuTask[], to: (task: MenuTask) => WithoutTask<TaskChange>): void {
  void send('tasks.change', { changes: tasks.map((task) => ({ ...to(task), ...oneTask(task) })) });
}

/** The value of all the tasks; undefined if they differ. */
function common<T>(tasks: readonly MenuTask[], read: (task: MenuTask) => T): T | undefined {
  const [first, ...others] = tasks.map(read);
  return others.every((other) => other === first) ? first : undefined;
}

/** The menu of one task, or of a selection. */
export const entriesOf = (tasks: readonly MenuTask[], state: State, options: Options): MenuEntry[] => {
  const [task, ...others] = tasks;
  return task !== undefined && others.length === 0 ? taskEntries(task, state, options) : selectionEntries(tasks, state);
};

/** Runs the command with these keys; one with a page of its own opens the menu there. */
export function runTaskKeys(keys: string, entries: readonly MenuEntry[], openMenuAt: (path: string[]) => void): void {
  const entry = entries.find((one) => one.keys === keys);
  if (entry?.more || entry?.read) openMenuAt([entry.key ?? entry.label]);
  else entry?.onChoose?.();
}

/** A task that is not created yet has no page; it is listed among the unsent changes. */
export const openTask = (task: Pick<MenuTask, 'id' | 'accountId' | 'isNotCreatedYet'>): void =>
  openPage(task.isNotCreatedYet ? { name: 'outbox' } : pageOf(task));

interface TaskMenuProps extends Options {
  tasks: readonly MenuTask[];
  at: DOMRect;
  /** Keys of the entries that lead to the initial page. */
  opensAt: readonly string[];
  onClose: () => void;
}

export default function TaskMenu({ tasks, at, opensAt, onClose, ...options }: TaskMenuProps) {
  const state = useAppState((whole) => whole);
  const [task, ...others] = tasks;
  if (task === undefined) return null;
  const isOne = others.length === 0;
  const title = task.title || messages.tasks.untitled;
  return (
    <PopMenu
      label={isOne ? boardMessages.cardMenu({ title }) : taskPageMessages.selection.actions({ count: tasks.length })}
      at={at}
      page={{ entries: entriesOf(tasks, state, options), isCommands: true }}
      opensAt={opensAt}
      onClose={onClose}
    />
  );
}

/** For a row that names a task outside the lists. `isOnlyNamed`: main does not know it either. */
export function useTaskMenu(
  { isOnlyNamed, ...named }: Pick<MenuTask, 'id' | 'accountId' | 'identifier' | 'title' | 'isOnlyNamed'>,
  open?: () => void,
) {
  const [opened, setOpened] = useState<Pick<TaskMenuProps, 'at' | 'opensAt'> | null>(null);
  const own = useAppState(({ tasks }) => tasks.tasks.find((one) => isSameTask(one, named)));
  const task: MenuTask = own ?? {
    ...named,
    projectName: '',
    priority: null,
    dueDate: null,
    ...(isOnlyNamed && { isOnlyNamed }),
  };
  return {
    events: {
      onContextMenu(event: React.MouseEvent<HTMLElement>) {
        event.preventDefault();
        setOpened({ at: menuPlace(event), opensAt: [] });
      },
      onKeyDown(event: React.KeyboardEvent<HTMLElement>) {
        const keys = pressedTaskKeys(event);
        const { state } = usePublished.getState();
        if (keys === undefined || state === null) return;
        event.preventDefault();
        const at = event.currentTarget.getBoundingClientRect();
        runTaskKeys(keys, taskEntries(task, state, { opensWith: 'Enter' }), (opensAt) => setOpened({ at, opensAt }));
      },
    },
    menu: opened && (
      <TaskMenu tasks={[task]} {...opened} opensWith="Enter" open={open} onClose={() => setOpened(null)} />
    ),
  };
}

const refOf = ({ identifier, title, projectName, projectId }: MenuTask) => ({
  identifier,
  title,
  projectName,
  ...(projectId !== undefined && { projectId }),
});

/** The digit that chooses a value at once; there are nine. */
const digit = (number: number): Pick<MenuEntry, 'keys' | 'result'> =>
  number > 9 ? {} : { keys: String(number), result: String(number) };

const notRead = (): MenuPage => ({ entries: [], content: <MenuNote>{taskPageMessages.notRead}</MenuNote> });

/** Where all the tasks can be; every project has columns of its own. */
async function readStatuses(tasks: readonly MenuTask[]): Promise<MenuPage> {
  const projects = new Map(tasks.map((task) => [task.projectId, task]));
  const answers = await Promise.all([...projects.values()].map((task) => sendAbout('tasks.places', oneTask(task))));
  const [first, ...others] = answers.filter((answer) => answer !== undefined);
  if (first === undefined || others.length + 1 < projects.size) return notRead();
  const places = first.places.filter(({ slug }) =>
    others.every((other) => other.places.some((one) => one.slug === slug)),
  );
  const status = tasks.length === 1 ? first.status : common(tasks, (task) => task.status);
  const entries = statusEntries(status, places, (to) => change(tasks, () => ({ status: to })));
  return { entries: entries.map((entry, index) => ({ ...entry, ...digit(index + 1) })) };
}

const projects = ({ id, projectId }: MenuTask, all: State['projects']): MenuPage => ({
  entries: projectEntries(id, projectId, all ?? []),
});

function priorities(tasks: readonly MenuTask[]): MenuPage {
  const present = common(tasks, ({ priority }) => priority);
  const entries = priorityEntries(present, (priority) => change(tasks, () => ({ priority })));
  return { entries: entries.map((entry, index) => ({ ...entry, ...digit(Number(PRIORITIES[index]?.digit)) })) };
}

/** The days after tomorrow that several tasks can be moved to. */
const nextDays = (): string[] => Array.from({ length: 30 }, (_, index) => localDay(addDays(Date.now(), index + 2)));

/** Another day keeps the time of each task. */
function days(tasks: readonly MenuTask[]): MenuPage {
  const present = common(tasks, ({ dueDate }) => dateDraft(dueDate).day);
  const quick = quickDays(localDay(Date.now()), weekStart(navigator.language));
  const [task, ...others] = tasks;
  const on = (day: string) => ({
    chosen: present === day,
    onChoose: () => change(tasks, ({ dueDate }) => ({ dueDate: onDay(dueDate, day) })),
  });
  const other = { key: 'other', label: taskPageMessages.menu.otherDay };
  return {
    entries: [
      ...(['today', 'tomorrow', 'nextWeek'] as const).map((which, index) => ({
        key: which,
        label: `${taskPageMessages[which]}, ${shortDay(`${quick[which]}T12:00`)}`,
        ...digit(index + 1),
        ...on(quick[which]),
      })),
      task !== undefined && others.length === 0
        ? { ...other, movesFocus: true, onChoose: () => pressOnTaskPage(task, TASK_KEYS.due) }
        : {
            ...other,
            more: () => ({ entries: nextDays().map((day) => ({ label: shortDay(`${day}T12:00`), ...on(day) })) }),
          },
      {
        key: 'none',
        label: taskPageMessages.noDate,
        chosen: present === '',
        ...digit(0),
        onChoose: () => change(tasks, () => ({ dueDate: null })),
      },
    ],
  };
}

/** Who and what can be chosen. One task is read, because it may be known from time entries alone. */
async function readChoices(
  tasks: readonly MenuTask[],
): Promise<(TaskChoices & { tasks: readonly MenuTask[] }) | undefined> {
  const [task, ...others] = tasks;
  if (task === undefined) return undefined;
  if (others.length === 0) {
    const read = await sendAbout('tasks.menu-choices', oneTask(task));
    return read && { ...read, tasks: [{ ...task, assignee: read.assignee, labels: read.taskLabels }] };
  }
  const read = await sendAbout('tasks.choices', oneTask(task));
  return read && { ...read, tasks };
}

async function readPeople(tasks: readonly MenuTask[], { account, accounts }: State): Promise<MenuPage> {
  const read = await readChoices(tasks);
  if (read === undefined) return notRead();
  const { userId: ownId } = accounts.find(({ id }) => id === tasks[0]?.accountId) ?? account ?? {};
  const id = common(read.tasks, ({ assignee }) => (assignee === undefined ? ownId : (assignee?.id ?? null)));
  const known = [...read.people, ...read.tasks.flatMap(({ assignee }) => assignee ?? [])];
  const assignee = id === null ? null : known.find((person) => person.id === id);
  const [nobody, ...people] = personEntries(assignee, read.people, (userId) => change(tasks, () => ({ userId })));
  return { entries: [...(nobody ? [{ ...nobody, ...digit(0) }] : []), ...people] };
}

async function readLabels(tasks: readonly MenuTask[]): Promise<MenuPage> {
  const read = await readChoices(tasks);
  if (read === undefined) return notRead();
  const [task, ...others] = read.tasks;
  const having = read.tasks.flatMap(({ labels = [] }) => labels);
  const all = new Map([...having, ...read.labels].map((label) => [label.name, label]));
  return {
    entries: [...all.values()].map(({ name, color }) => {
      const times = having.filter((label) => label.name === name).length;
      const isOn = times >= read.tasks.length;
      return {
        label: name,
        icon: <span className={labelStyles.label} data-tint={tintOfColor(color)} />,
        checked: times > 0 && !isOn ? 'mixed' : isOn,
        onChoose: () => change(tasks, () => ({ label: name, isOn: !isOn })),
      };
    }),
    ...(task !== undefined &&
      others.length === 0 && {
        last: {
          key: 'other',
          label: taskPageMessages.menu.newLabel,
          movesFocus: true,
          onChoose: () => pressOnTaskPage(task, TASK_KEYS.labels),
        },
      }),
  };
}

/** Asks first. The safe answer comes first and has the focus. */
function deletion(tasks: readonly MenuTask[], state: State): MenuEntry | false {
  const { open, yes, ask } = taskPageMessages.delete;
  const [task] = tasks;
  if (task === undefined || !tasks.every(({ accountId }) => may(state, 'task:delete', accountId))) return false;
  const { running } = state.time;
  const isRunning = running !== null && tasks.some((one) => isSameTask(running.task, one));
  const isOne = tasks.length === 1;
  const what = isOne ? ask.question({ task: task.identifier }) : ask.several({ tasks: tasks.length });
  return keyedFor(state.app.platform)(TASK_KEYS.delete, {
    key: 'delete',
    label: isOne ? open : taskPageMessages.selection.delete,
    danger: true,
    more: () => ({
      content: <MenuNote>{[what, isRunning && ask.running].filter(Boolean).join(' ')}</MenuNote>,
      entries: [
        { key: 'no', label: messages.cancel },
        { key: 'yes', label: yes, danger: true, onChoose: () => change(tasks, () => ({ isDeleted: true })) },
      ],
    }),
  });
}

/** For a new entry of today, as in the Time tab: since the last entry. */
function suggestedTimes(): Span {
  const time = usePublished.getState().state?.time;
  const now = Date.now();
  const bounds = dayBounds(localDay(now));
  return suggestTimes(pieces(time?.today ?? [], bounds, now), bounds, now);
}
