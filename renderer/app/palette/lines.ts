/** The lines of the palette: what can be found, what each does, and what else can be done with it. */
import type { LinkView, PaletteView, State, TaskRef } from '../../../shared/contract/index.ts';
import { clock, shortDay } from '../../../shared/i18n/format-clock.ts';
import { formatDue, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { byUse, likelyTasks } from '../../../shared/palette/likely.ts';
import type { Searchable } from '../../../shared/palette/search.ts';
import { dueDistance, parseDue } from '../../../shared/tasks/due-date.ts';
import type { ReadPriority } from '../../../shared/tasks/priority.ts';
import { localDay } from '../../../shared/time/day.ts';
import {
  BrowserIcon,
  CircleCheckIcon,
  ClockIcon,
  CopyIcon,
  DeleteIcon,
  EditIcon,
  PlusIcon,
  SettingsIcon,
  SwitchIcon,
} from '../../ui/icons.ts';
import { COMMANDS, type Command, type CommandId } from '../commands.ts';
import { editEntry, openPage, send, showTab, useApp } from '../state/store.ts';
import { commandText, type LineIcon } from './command-texts.ts';

export interface Line extends Searchable {
  icon: LineIcon | { priority: ReadPriority } | null;
  /** At the right: when it is due, how long it took. */
  hint?: string;
  /** An Electron accelerator; on macOS `CommandOrControl` is Command. */
  keys?: string;
  /** What Enter does, as a verb in the footer. */
  verb: string;
  /** What it opens takes the focus. */
  movesFocus?: boolean;
  /** Uses of it are not counted: it exists for this query only. */
  isPassing?: boolean;
  run: () => void;
  /** What else can be done with it; absent for what has only one use. */
  actions?: () => Line[];
}

/** What the palette searches. */
export interface Sources {
  state: State;
  view: PaletteView;
  now: Date;
}

/** A task from any list. */
interface PaletteTask {
  id: string;
  identifier: string;
  title: string;
  /** Absent for a task of which only time entries are known. */
  projectId?: string;
  projectName: string;
  priority: ReadPriority | null;
  dueDate: string | null;
  isDone: boolean;
  isOwn: boolean;
}

const MAX_LIKELY_TASKS = 3;
const MAX_DO = 4;
const MAX_GO = 3;

/** Everything that a query searches. */
export function allLines(sources: Sources): Line[] {
  const { state, view } = sources;
  return [
    ...allTasks(sources).map((task) => taskLine(task, sources)),
    ...view.entries.map((entry) => entryLine(entry, sources)),
    ...(state.taskPage?.links ?? []).map((link) => linkLine(link, state)),
    ...commandLines(sources, 'do'),
    ...view.projects.map(projectLine),
    ...commandLines(sources, 'go'),
  ];
}

/** Before anything is typed. */
export function likelyLines(sources: Sources): Line[] {
  const { state, view, now } = sources;
  const weightOf = weights(view);
  const running = state.time.running?.task.taskId;
  const recency = new Map(state.time.recent.map(({ taskId }, index) => [taskId, index]));
  const tasks = allTasks(sources)
    .filter(({ id, isDone }) => id !== running && !isDone)
    .map((task) => ({
      ...task,
      due: parseDue(task.dueDate),
      recency: recency.get(task.id) ?? null,
      weight: weightOf(`task ${task.id}`),
    }));
  const commands = commandLines(sources, 'do');
  const stop = commands.filter(({ id }) => id === 'command stop');
  const boards = byUse(view.projects.map(projectLine), weightOf).filter(
    ({ id }) => weightOf(id) > 0 || id === `project ${state.board?.project.id}`,
  );
  return [
    ...stop.map((line): Line => ({ ...line, group: 'likely' })),
    ...likelyTasks(tasks, now, MAX_LIKELY_TASKS).map((task): Line => ({ ...taskLine(task, sources), group: 'likely' })),
    ...byUse(
      commands.filter(({ id }) => id !== 'command stop'),
      weightOf,
    ).slice(0, MAX_DO),
    ...byUse([...boards.slice(0, 1), ...commandLines(sources, 'go')], weightOf).slice(0, MAX_GO),
  ];
}

export const weights =
  ({ weights: of }: PaletteView) =>
  (id: string): number =>
    of[id] ?? 0;

/** For "Did you mean …?". */
export const namesToMean = (sources: Sources): Line[] => [
  ...sources.view.projects.map(projectLine),
  ...allTasks(sources).map((task) => taskLine(task, sources)),
];

/** A task that the server found: it may be in no list here, so it is opened. */
export const serverLine = (hit: { id: string; identifier: string; title: string; projectName: string }): Line => ({
  id: `task ${hit.id}`,
  group: 'server',
  identifier: hit.identifier,
  title: hit.title || messages.tasks.untitled,
  words: hit.projectName,
  icon: null,
  hint: hit.projectName,
  verb: paletteMessages.verbs.open,
  movesFocus: true,
  run: () => openPage({ name: 'details', taskId: hit.id }),
});

/** Own tasks, then those of boards, then those that only time entries tell of. */
function allTasks({ state, view }: Sources): PaletteTask[] {
  const all = new Map<string, PaletteTask>();
  const add = (task: PaletteTask) => all.has(task.id) || all.set(task.id, task);
  for (const task of state.tasks.tasks) add({ ...task, isDone: false, isOwn: true });
  for (const task of view.boardTasks) add({ ...task, isOwn: false });
  for (const { taskId, ...task } of [...state.time.recent, ...view.tracked])
    add({ ...task, id: taskId, priority: null, dueDate: null, isDone: false, isOwn: false });
  return [...all.values()];
}

function taskLine(task: PaletteTask, sources: Sources): Line {
  const { state } = sources;
  const { id, identifier, title, projectName, priority, isDone, isOwn } = task;
  const isRunning = state.time.running?.task.taskId === id;
  const mayTrack = isRunning || !state.missingPermissions.includes('task:update');
  const open = () => openPage({ name: 'details', taskId: id });
  const toggle = () => void (isRunning ? send('timer.stop', {}) : send('timer.start', { taskId: id }));
  const { verbs } = paletteMessages;
  return {
    id: `task ${id}`,
    group: 'tasks',
    identifier,
    title: title || messages.tasks.untitled,
    words: projectName,
    isOwn,
    icon: isDone ? CircleCheckIcon : priority === null ? ClockIcon : { priority },
    hint: taskHint(task, sources),
    verb: !mayTrack ? verbs.open : isRunning ? verbs.stop : verbs.start,
    movesFocus: !mayTrack,
    run: mayTrack ? toggle : open,
    actions: () => taskActions(task, sources, { toggle: mayTrack ? toggle : null, open, isRunning }),
  };
}

/** When it is due, or until when it was tracked today. */
function taskHint({ id, dueDate, isDone }: PaletteTask, { state, now }: Sources): string {
  if (isDone) return paletteMessages.done;
  const due = parseDue(dueDate);
  if (due !== null) return formatDue(dueDistance(due, now), now);
  const ends = state.time.today.flatMap(({ task, endTime }) => (task.taskId === id && endTime ? [endTime] : []));
  const last = ends.sort().at(-1);
  return last === undefined ? '' : paletteMessages.until({ time: clock(last) });
}

function taskActions(
  { id, projectId }: PaletteTask,
  { state, view }: Sources,
  { toggle, open, isRunning }: { toggle: (() => void) | null; open: () => void; isRunning: boolean },
): Line[] {
  const { actions } = paletteMessages;
  const { running } = state.time;
  const canMove = running !== null && !isRunning && toggle !== null;
  const isLocal = state.account?.kind === 'local';
  // The service's address of a task contains its project, which entries do not know.
  const hasAddress = !isLocal && projectId !== undefined;
  const project = view.projects.find((one) => one.id === projectId);
  return [
    ...(toggle ? [action('timer', isRunning ? actions.stop : actions.start, isRunning ? 'stop' : 'play', toggle)] : []),
    ...(canMove
      ? [
          action(
            MOVE_TIMER,
            actions.moveTimer({ time: clock(running.startTime) }),
            SwitchIcon,
            () =>
              void send('time.edit', {
                entryId: running.id,
                startTime: running.startTime,
                endTime: null,
                note: running.note,
                taskId: id,
              }),
            { keys: 'Alt+Enter' },
          ),
        ]
      : []),
    action(OPEN, actions.open, EditIcon, open, { keys: 'Space', movesFocus: true }),
    ...(hasAddress
      ? [
          action(BROWSER, actions.browser, BrowserIcon, () => void send('tasks.open-in-browser', { taskId: id }), {
            keys: 'CommandOrControl+O',
          }),
          action(COPY, actions.copyLink, CopyIcon, () => void send('tasks.copy-link', { taskId: id }), {
            keys: 'CommandOrControl+Shift+C',
          }),
        ]
      : []),
    ...(project
      ? [action('board', paletteMessages.board({ project: project.name }), 'board', () => openBoard(project.id))]
      : []),
  ];
}

/** Ids of actions that have keys of their own. */
export const OPEN = 'open';
export const BROWSER = 'browser';
export const COPY = 'copy';
export const MOVE_TIMER = 'move-timer';

const action = (
  id: string,
  title: string,
  icon: LineIcon,
  run: () => void,
  more: Pick<Line, 'keys' | 'movesFocus' | 'hint'> = {},
): Line => ({
  id,
  group: 'do',
  identifier: '',
  title,
  words: '',
  icon,
  verb: paletteMessages.verbs.do,
  run,
  ...more,
});

function entryLine(entry: PaletteView['entries'][number], { now }: Sources): Line {
  const { id, task, startTime, endTime, note } = entry;
  const day = localDay(Date.parse(startTime));
  const isToday = day === localDay(now);
  const edit = () => editEntry(id, isToday ? null : day);
  const length = hoursMinutes(Date.parse(endTime) - Date.parse(startTime));
  const { actions } = paletteMessages;
  return {
    id: `entry ${id}`,
    group: 'entries',
    identifier: '',
    title: firstLine(note) || titleOf(task),
    words: `${task.identifier} ${task.title} ${note}`,
    icon: ClockIcon,
    hint: `${isToday ? paletteMessages.today : shortDay(startTime)} ${length}`,
    verb: paletteMessages.verbs.edit,
    movesFocus: true,
    run: edit,
    actions: () => [
      action('edit', actions.editEntry, EditIcon, edit, { movesFocus: true }),
      action(
        'continue',
        actions.goOn({ identifier: task.identifier }),
        'play',
        () => void send('time.continue', { entryId: id }),
      ),
      action(OPEN, actions.open, EditIcon, () => openPage({ name: 'details', taskId: task.taskId }), {
        keys: 'Space',
        movesFocus: true,
      }),
      action('delete', actions.deleteEntry, DeleteIcon, () => void send('time.delete', { entryId: id })),
    ],
  };
}

const titleOf = (task: TaskRef): string => task.title || messages.tasks.untitled;
const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

function linkLine({ id, title, host }: LinkView, { taskPage }: State): Line {
  const taskId = taskPage?.task.id ?? '';
  return {
    id: `link ${id}`,
    group: 'links',
    identifier: '',
    title: title || host,
    words: host,
    icon: BrowserIcon,
    hint: taskPage?.task.identifier ?? '',
    verb: paletteMessages.verbs.open,
    isPassing: true,
    run: () => void send('tasks.open-link', { taskId, linkId: id }),
  };
}

function openBoard(projectId: string): void {
  showTab('board');
  void send('board.open', { projectId });
}

function projectLine({ id, slug, name }: PaletteView['projects'][number]): Line {
  const { actions } = paletteMessages;
  const open = () => openBoard(id);
  return {
    id: `project ${id}`,
    group: 'go',
    identifier: slug,
    title: paletteMessages.board({ project: name }),
    words: '',
    icon: 'board',
    verb: paletteMessages.verbs.open,
    run: open,
    actions: () => [
      action('board', actions.openBoard, 'board', open),
      action('page', actions.projectPage, SettingsIcon, () => openPage({ name: 'project', projectId: id }), {
        movesFocus: true,
      }),
      action('new', actions.newTaskIn, PlusIcon, () => void send('quick-add.open', { projectId: id }), {
        movesFocus: true,
      }),
    ],
  };
}

function commandLines({ state, now }: Sources, group: 'do' | 'go'): Line[] {
  const { running } = state.time;
  const tracked = running === null ? '' : hoursMinutes(now.getTime() - Date.parse(running.startTime));
  const app = useApp.getState();
  return Object.entries<Command>(COMMANDS).flatMap(([key, command]): Line[] => {
    const id = key as CommandId;
    if (id === 'palette' || command.group !== group || command.isPossible?.(state, app) === false) return [];
    const { run, keys, movesFocus = false } = command;
    return [
      {
        id: `command ${id}`,
        group,
        identifier: '',
        words: '',
        ...commandText(id, tracked, state),
        ...(keys !== undefined && { keys }),
        verb: group === 'go' ? paletteMessages.verbs.open : paletteMessages.verbs.do,
        movesFocus,
        run,
      },
    ];
  });
}
