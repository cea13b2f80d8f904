/** The one menu of a task: of its row, its card and its page, and its lines in the palette. Its keys work without it too. */
import type { State } from '../../shared/contract/index.ts';
import { weekStart } from '../../shared/dates/week-start.ts';
import { clock, shortDay } from '../../shared/i18n/format-clock.ts';
import { boardMessages } from '../../shared/i18n/generated/board.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { PRIORITIES, type ReadPriority } from '../../shared/tasks/priority.ts';
import { localDay } from '../../shared/time/day.ts';
import { send, sendAbout, useAppState } from '../state/main-process.ts';
import { addTime, openPage, pressOnTaskPage } from '../state/navigation.ts';
import { suggestedTimes } from '../state/suggested-times.ts';
import labelStyles from '../ui/label.module.css';
import { tintOfColor } from '../ui/label-color.ts';
import { PopMenu } from '../ui/menu.tsx';
import { type MenuEntry, MenuNote, type MenuPage } from '../ui/menu-pages.tsx';
import { dateDraft, quickDays, readDate } from './date-draft.ts';
import { keysOf } from './keys-of.ts';
import { TASK_KEYS } from './task-keys.ts';
import { personEntries, priorityEntries, projectEntries, statusEntries } from './task-values.tsx';

export interface MenuTask {
  id: string;
  identifier: string;
  title: string;
  /** Absent for a task of which only time entries are known. */
  projectId?: string;
  projectName: string;
  priority: ReadPriority | null;
  dueDate: string | null;
  /** A new task that the service does not have yet: it can be moved on its board. */
  isNotCreatedYet?: true;
}

interface Options {
  /** The key that opens its page; null on the page. */
  opensWith: 'Enter' | 'Space' | null;
  /** The statuses on a board, which moves its cards itself. */
  status?: () => MenuPage;
  /** After the status. */
  place?: MenuEntry;
}

/** A line that cannot be used is left out, so that every line does what it says. */
export function taskEntries(task: MenuTask, state: State, { opensWith, status, place }: Options): MenuEntry[] {
  const { id: taskId, identifier, projectId, isNotCreatedYet } = task;
  const { running } = state.time;
  const isRunning = running?.task.taskId === taskId;
  const may = (permission: string): boolean => !state.missingPermissions.includes(permission);
  // Of a task that is known from time entries alone, neither values nor address are known.
  const isListed = projectId !== undefined && !isNotCreatedYet;
  const mayChange = isListed && may('task:update');
  const mayTrack = !isNotCreatedYet && may('task:update');
  const hasAddress = isListed && state.account?.kind !== 'local';
  const keyed = (keys: string, entry: MenuEntry): MenuEntry => ({
    ...entry,
    keys,
    result: keysOf(keys, state.app.platform).join(' '),
  });
  const onPage = (key: string, label: string, keys: string): MenuEntry =>
    keyed(keys, { key, label, movesFocus: true, onChoose: () => pressOnTaskPage(taskId, keys) });

  const groups: (MenuEntry | false | null | undefined)[][] = [
    [
      opensWith !== null &&
        keyed(opensWith, { key: 'open', label: boardMessages.open, movesFocus: true, onChoose: () => openTask(task) }),
      (isRunning || mayTrack) &&
        keyed(TASK_KEYS.timer, {
          key: isRunning ? 'stop' : 'timer',
          label: isRunning ? boardMessages.stopTimer : boardMessages.startTimer,
          onChoose: () => void (isRunning ? send('timer.stop', {}) : send('timer.start', { taskId })),
        }),
      running !== null &&
        !isRunning &&
        mayTrack &&
        keyed(TASK_KEYS.moveTimer, {
          key: 'move-timer',
          label: taskPageMessages.menu.moveTimer({ time: clock(running.startTime) }),
          onChoose() {
            const { id: entryId, startTime, note } = running;
            void send('time.edit', { entryId, startTime, endTime: null, note, taskId });
          },
        }),
      mayTrack &&
        keyed(TASK_KEYS.addTime, {
          key: 'add-time',
          label: messages.tasks.addTime,
          movesFocus: true,
          onChoose: () => addTime({ taskId, ...refOf(task) }, suggestedTimes()),
        }),
    ],
    [
      (status !== undefined ? may('task:update') : mayChange) &&
        keyed(TASK_KEYS.status, {
          key: 'status',
          label: taskPageMessages.status,
          ...(status === undefined ? { read: () => readStatuses(taskId) } : { more: status }),
        }),
      place,
      mayChange && { key: 'project', label: taskPageMessages.project, more: () => projects(task, state.projects) },
      mayChange &&
        keyed(TASK_KEYS.priority, { key: 'priority', label: taskPageMessages.priority, more: () => priorities(task) }),
      mayChange && keyed(TASK_KEYS.due, { key: 'due', label: taskPageMessages.due, more: () => days(task) }),
      isListed &&
        may('task:assign') &&
        keyed(TASK_KEYS.assignee, {
          key: 'assignee',
          label: taskPageMessages.assignee,
          read: () => readPeople(taskId),
        }),
      isListed &&
        may('label:update') &&
        keyed(TASK_KEYS.labels, { key: 'labels', label: taskPageMessages.labels, read: () => readLabels(taskId) }),
      mayChange && onPage('title', taskPageMessages.menu.title, TASK_KEYS.title),
      isListed && onPage('comment', taskPageMessages.menu.comment, TASK_KEYS.comment),
    ],
    [
      hasAddress &&
        keyed(TASK_KEYS.copyLink, {
          key: 'copy-link',
          label: taskPageMessages.menu.copyLink,
          onChoose: () => void send('tasks.copy-link', { taskId }),
        }),
      !isNotCreatedYet &&
        keyed(TASK_KEYS.copyIdentifier, {
          key: 'copy-identifier',
          label: taskPageMessages.menu.copyIdentifier,
          onChoose: () => void send('tasks.copy-identifier', { identifier }),
        }),
      hasAddress &&
        keyed(TASK_KEYS.browser, {
          key: 'browser',
          label: boardMessages.openInBrowser,
          onChoose: () => void send('tasks.open-in-browser', { taskId }),
        }),
    ],
    [
      isListed &&
        may('task:delete') &&
        keyed(TASK_KEYS.delete, {
          key: 'delete',
          label: taskPageMessages.delete.open,
          danger: true,
          more: () => deletion(task, isRunning),
        }),
    ],
  ];
  return groups.flatMap((group, at) =>
    group
      .filter((entry): entry is MenuEntry => Boolean(entry))
      .map((entry, index) => (at > 0 && index === 0 ? { ...entry, apart: true } : entry)),
  );
}

/** Runs the command with these keys; one with a page of its own opens the menu there. */
export function runTaskKeys(keys: string, entries: readonly MenuEntry[], openMenuAt: (path: string[]) => void): void {
  const entry = entries.find((one) => one.keys === keys);
  if (entry?.more || entry?.read) openMenuAt([entry.key ?? entry.label]);
  else entry?.onChoose?.();
}

/** A task that is not created yet has no page; it is listed among the unsent changes. */
export const openTask = ({ id, isNotCreatedYet }: Pick<MenuTask, 'id' | 'isNotCreatedYet'>): void =>
  openPage(isNotCreatedYet ? { name: 'outbox' } : { name: 'taskPage', taskId: id });

interface TaskMenuProps extends Options {
  task: MenuTask;
  at: DOMRect;
  /** Keys of the entries that lead to the initial page. */
  opensAt: readonly string[];
  onClose: () => void;
}

export default function TaskMenu({ task, at, opensAt, onClose, ...options }: TaskMenuProps) {
  const state = useAppState((whole) => whole);
  return (
    <PopMenu
      label={boardMessages.cardMenu({ title: task.title || messages.tasks.untitled })}
      at={at}
      page={{ entries: taskEntries(task, state, options), isCommands: true }}
      opensAt={opensAt}
      onClose={onClose}
    />
  );
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

async function readStatuses(taskId: string): Promise<MenuPage> {
  const read = await sendAbout('tasks.places', { taskId });
  if (read === undefined) return notRead();
  const entries = statusEntries(taskId, read.status, read.places);
  return { entries: entries.map((entry, index) => ({ ...entry, ...digit(index + 1) })) };
}

const projects = ({ id, projectId }: MenuTask, all: State['projects']): MenuPage => ({
  entries: projectEntries(id, projectId, all ?? []),
});

const priorities = ({ id, priority }: MenuTask): MenuPage => ({
  entries: priorityEntries(id, priority).map((entry, index) => ({
    ...entry,
    ...digit(Number(PRIORITIES[index]?.digit)),
  })),
});

/** Another day keeps the time. */
function days({ id: taskId, dueDate }: MenuTask): MenuPage {
  const present = dateDraft(dueDate);
  const set = (date: string | null) => void send('tasks.set-values', { taskId, dueDate: date });
  const quick = quickDays(localDay(Date.now()), weekStart(navigator.language));
  return {
    entries: [
      ...(['today', 'tomorrow', 'nextWeek'] as const).flatMap((which, index) => {
        const read = readDate({ ...present, day: quick[which] });
        if (!('date' in read)) return [];
        return {
          key: which,
          label: `${taskPageMessages[which]}, ${shortDay(`${quick[which]}T12:00`)}`,
          chosen: present.day === quick[which],
          ...digit(index + 1),
          onChoose: () => set(read.date),
        };
      }),
      {
        key: 'other',
        label: taskPageMessages.menu.otherDay,
        movesFocus: true,
        onChoose: () => pressOnTaskPage(taskId, TASK_KEYS.due),
      },
      { key: 'none', label: taskPageMessages.noDate, chosen: dueDate === null, ...digit(0), onChoose: () => set(null) },
    ],
  };
}

async function readPeople(taskId: string): Promise<MenuPage> {
  const read = await sendAbout('tasks.menu-choices', { taskId });
  if (read === undefined) return notRead();
  const [nobody, ...people] = personEntries(taskId, read.assignee, read.people);
  return { entries: [...(nobody ? [{ ...nobody, ...digit(0) }] : []), ...people] };
}

async function readLabels(taskId: string): Promise<MenuPage> {
  const read = await sendAbout('tasks.menu-choices', { taskId });
  if (read === undefined) return notRead();
  const ofTask = new Map(read.taskLabels.map((label) => [label.name, label]));
  const others = read.labels.filter(({ name }) => !ofTask.has(name));
  const onPage: MenuEntry = {
    key: 'other',
    label: taskPageMessages.menu.newLabel,
    movesFocus: true,
    onChoose: () => pressOnTaskPage(taskId, TASK_KEYS.labels),
  };
  return {
    entries: [...read.taskLabels, ...others].map(({ id, name, color }) => ({
      key: id,
      label: name,
      icon: <span className={labelStyles.label} data-tint={tintOfColor(color)} />,
      checked: ofTask.has(name),
      onChoose: () =>
        void (ofTask.has(name)
          ? send('tasks.remove-record', { taskId, of: 'labels', id })
          : send('tasks.add-record', { taskId, record: { of: 'labels', name } })),
    })),
    last: onPage,
  };
}

/** Asks first. The safe answer comes first and has the focus. */
function deletion({ id: taskId, identifier }: MenuTask, isRunning: boolean): MenuPage {
  const { yes, ask } = taskPageMessages.delete;
  const question = [ask.question({ task: identifier }), isRunning && ask.running].filter(Boolean).join(' ');
  return {
    content: <MenuNote>{question}</MenuNote>,
    entries: [
      { key: 'no', label: messages.cancel },
      { key: 'yes', label: yes, danger: true, onChoose: () => void send('tasks.delete', { taskId }) },
    ],
  };
}
