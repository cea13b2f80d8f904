/** The lines of the palette: what can be found, what each does, and what else can be done with it. */
import { isSameTask, taskKey } from '../../../shared/accounts.ts';
import type { LinkView, PaletteView, State, TaskHit, TaskRef } from '../../../shared/contract/index.ts';
import type { PaletteProject } from '../../../shared/contract/palette-view.ts';
import { clock, formatDue, hoursMinutes, shortDay, timerLength } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { byUse, likelyTasks } from '../../../shared/palette/likely.ts';
import { type PaletteTask, paletteTasks, searchableTask } from '../../../shared/palette/tasks.ts';
import { dueDistance, parseDue } from '../../../shared/tasks/due-date.ts';
import { dayAfter, dayBounds, lengthOf, localDay, pieces } from '../../../shared/time/day.ts';
import { gapsOf } from '../../../shared/time/gaps.ts';
import { weekNumber } from '../../../shared/time/period.ts';
import { shownSpan } from '../../../shared/time/shown-times.ts';
import { lastWorkingDay } from '../../../shared/time/working-days.ts';
import { closeWeek, fillGap } from '../../features/time/show-entry.ts';
import { may, openProject, send } from '../../state/main-process.ts';
import { openPage, pageOf, show } from '../../state/navigation.ts';
import {
  BrowserIcon,
  CircleCheckIcon,
  ClockIcon,
  DeleteIcon,
  EditIcon,
  PlusIcon,
  SettingsIcon,
  TaskListIcon,
} from '../../ui/icons.tsx';
import { showEntryForm } from '../../widgets/entry-menu.tsx';
import { openBoard } from '../../widgets/open-board.ts';
import { COMMANDS, type Command, type CommandId } from '../commands.ts';
import { commandText } from './command-texts.ts';
import { action, type Line, type Sources } from './line.ts';
import { taskActions } from './task-actions.ts';

const MAX_LIKELY_TASKS = 3;
const MAX_DO = 4;
const MAX_GO = 3;

export function allLines(sources: Sources): Line[] {
  const { state, view } = sources;
  return [
    ...allTasks(sources).map((task) => taskLine(task, sources)),
    ...view.entries.map((entry) => entryLine(entry, sources)),
    ...(state.taskPage?.links ?? []).map((link) => linkLine(link, state)),
    ...commandLines(sources, 'do'),
    ...fillLines(sources),
    ...closeWeekLine(sources),
    ...view.projects.map(projectLine),
    ...commandLines(sources, 'go'),
  ];
}

/** Before anything is typed. */
export function likelyLines(sources: Sources): Line[] {
  const { state, view, now } = sources;
  const weightOf = weights(view);
  const { running } = state.time;
  const recency = new Map(state.time.recent.map((task, index) => [taskKey(task), index]));
  const tasks = allTasks(sources)
    .filter((task) => !(running && isSameTask(running.task, task)) && !task.isDone)
    .map((task) => ({
      ...task,
      due: parseDue(task.dueDate),
      recency: recency.get(taskKey(task)) ?? null,
      weight: weightOf(`task ${taskKey(task)}`),
    }));
  const commands = [...commandLines(sources, 'do'), ...closeWeekLine(sources)];
  const stop = commands.filter(({ id }) => id === 'command stop');
  const shown = { id: state.board?.project.id ?? '', accountId: state.account?.id };
  const boards = byUse(
    view.projects.filter((one) => isSameTask(one, shown) || weightOf(projectKey(one)) > 0).map(projectLine),
    weightOf,
  );
  return [
    ...stop.map((line): Line => ({ ...line, group: 'likely' })),
    ...likelyTasks(tasks, now, MAX_LIKELY_TASKS).map((task): Line => ({ ...taskLine(task, sources), group: 'likely' })),
    ...fillLines(sources)
      .slice(0, 1)
      .map((line): Line => ({ ...line, group: 'likely' })),
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

/** A task that the server found. */
export const serverLine =
  (sources: Sources) =>
  (hit: TaskHit): Line => ({
    id: `task ${taskKey(hit)}`,
    accountId: hit.accountId,
    group: 'server',
    identifier: hit.identifier,
    title: hit.title || messages.tasks.untitled,
    words: hit.projectName,
    icon: null,
    hint: hit.projectName,
    verb: paletteMessages.verbs.open,
    movesFocus: true,
    run: () => openPage(pageOf(hit)),
    actions: () => taskActions({ ...hit, priority: null, dueDate: null, isDone: false, isOwn: false }, sources),
  });

const allTasks = ({ state, view }: Sources): PaletteTask[] => paletteTasks(state.tasks.tasks, state.time.recent, view);

function taskLine(task: PaletteTask, sources: Sources): Line {
  const { state } = sources;
  const { id, accountId, priority, isDone } = task;
  const { running } = state.time;
  const isRunning = running !== null && isSameTask(running.task, task);
  const mayTrack = isRunning || may(state, 'task:update', accountId);
  const open = () => openPage(pageOf(task));
  const toggle = () => void (isRunning ? send('timer.stop', {}) : send('timer.start', { taskId: id, accountId }));
  const { verbs } = paletteMessages;
  return {
    ...searchableTask(task, messages.tasks.untitled),
    accountId,
    icon: isDone ? CircleCheckIcon : priority === null ? ClockIcon : { priority },
    hint: taskHint(task, sources),
    verb: !mayTrack ? verbs.open : isRunning ? verbs.stop : verbs.start,
    movesFocus: !mayTrack,
    run: mayTrack ? toggle : open,
    actions: () => taskActions(task, sources),
  };
}

/** When it is due, or until when it was tracked today. */
function taskHint(of: PaletteTask, { state, now }: Sources): string {
  const { dueDate, isDone } = of;
  if (isDone) return paletteMessages.done;
  const due = parseDue(dueDate);
  if (due !== null) return formatDue(dueDistance(due, now), now);
  const ends = state.time.today.flatMap(({ task, endTime }) => (isSameTask(task, of) && endTime ? [endTime] : []));
  const last = ends.sort().at(-1);
  return last === undefined ? '' : paletteMessages.until({ time: clock(last) });
}

function entryLine(entry: PaletteView['entries'][number], { now }: Sources): Line {
  const { id, task, startTime, note } = entry;
  const day = localDay(Date.parse(startTime));
  const edit = () => showEntryForm(day, { kind: 'edit', entryId: id });
  const length = hoursMinutes(lengthOf(shownSpan(entry, now.getTime())));
  const { actions } = paletteMessages;
  return {
    id: `entry ${id}`,
    accountId: task.accountId,
    group: 'entries',
    identifier: '',
    title: firstLine(note) || titleOf(task),
    words: `${task.identifier} ${task.title} ${note}`,
    icon: ClockIcon,
    hint: `${day === localDay(now) ? paletteMessages.today : shortDay(startTime)} ${length}`,
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
      action('open', actions.open, EditIcon, () => openPage(pageOf({ id: task.taskId, accountId: task.accountId })), {
        keys: 'Space',
        movesFocus: true,
      }),
      action('delete', actions.deleteEntry, DeleteIcon, () => void send('time.delete', { entryIds: [id] })),
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

const projectKey = (project: PaletteProject): string => `project ${taskKey(project)}`;

function projectLine(project: PaletteProject): Line {
  const { id, accountId, slug, name } = project;
  const { actions } = paletteMessages;
  const open = () => void openBoard(project);
  return {
    id: projectKey(project),
    accountId,
    group: 'go',
    identifier: slug,
    title: paletteMessages.board({ project: name }),
    words: '',
    icon: 'board',
    verb: paletteMessages.verbs.open,
    run: open,
    actions: () => [
      action('board', actions.openBoard, 'board', open),
      action('page', actions.projectPage, SettingsIcon, () => openProject(id, accountId), {
        movesFocus: true,
      }),
      action('new', actions.newTaskIn, PlusIcon, () => void send('quick-add.open', { projectId: id, accountId }), {
        movesFocus: true,
      }),
    ],
  };
}

function commandLines({ state, now }: Sources, group: 'do' | 'go'): Line[] {
  const { running } = state.time;
  const tracked = running === null ? '' : timerLength(Date.parse(running.startTime), now.getTime());
  return Object.entries<Command>(COMMANDS).flatMap(([key, command]): Line[] => {
    const id = key as CommandId;
    if (id === 'palette' || command.group !== group || command.isPossible?.(state) === false) return [];
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

/** The last gap of today, and all of them. */
function fillLines({ state, now }: Sources): Line[] {
  const { day, today } = state.time;
  const bounds = dayBounds(day);
  const at = now.getTime();
  const gap = gapsOf(day, state.timeRules, pieces(today, bounds, at), at).at(-1);
  if (gap === undefined) return [];
  const { from, to } = gap;
  const title = paletteMessages.commands.fill({ from: clock(from), to: clock(to) });
  return [
    action('fill', title, ClockIcon, () => fillGap(gap), {
      hint: formatDuration(to - from),
      movesFocus: true,
      isPassing: true,
    }),
    action('review', paletteMessages.commands.reviewGaps, ClockIcon, () => show({ view: 'review', day: null }), {
      movesFocus: true,
    }),
  ];
}

/** Closes this week once its last working day has come, and the one before until then. */
function closeWeekLine({ state }: Sources): Line[] {
  const { time, timeRules } = state;
  const first = time.week.from;
  const weekStart = time.day >= lastWorkingDay(first, timeRules) ? first : dayAfter(first, -7);
  if (timeRules.closedWeeks.some((week) => week.weekStart === weekStart)) return [];
  const title = paletteMessages.commands.closeWeek({ week: weekNumber(weekStart) });
  return [
    action('command closeWeek', title, TaskListIcon, () => closeWeek(weekStart, weekStart === first), {
      movesFocus: true,
    }),
  ];
}
