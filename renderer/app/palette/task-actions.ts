/** The actions on a task in the palette. */
import type { TaskRef } from '../../../shared/contract/index.ts';
import { weekStart } from '../../../shared/dates/week-start.ts';
import { clock, shortDay } from '../../../shared/i18n/format-clock.ts';
import { formatDue } from '../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import { taskPageMessages } from '../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dueDistance, parseDue } from '../../../shared/tasks/due-date.ts';
import { localDay } from '../../../shared/time/day.ts';
import { dateDraft, quickDays, readDate } from '../../features/tasks/page/date-draft.ts';
import { addTime, send } from '../../state/store.ts';
import { suggestedTimes } from '../../state/suggested-times.ts';
import {
  BellIcon,
  BrowserIcon,
  CalendarIcon,
  ClockIcon,
  CopyIcon,
  EditIcon,
  StatusIcon,
  SwitchIcon,
} from '../../ui/icons.ts';
import {
  action,
  BROWSER,
  COPY,
  type Line,
  MOVE_TIMER,
  OPEN,
  openBoard,
  type PaletteTask,
  type Sources,
} from './line.ts';

export function taskActions(
  task: PaletteTask,
  { state, view, now }: Sources,
  { toggle, open, isRunning }: { toggle: (() => void) | null; open: () => void; isRunning: boolean },
): Line[] {
  const { id, projectId } = task;
  const { actions } = paletteMessages;
  const { running } = state.time;
  const canMove = running !== null && !isRunning && toggle !== null;
  const isLocal = state.account?.kind === 'local';
  // The service's address of a task contains its project, which entries do not know.
  const hasAddress = !isLocal && projectId !== undefined;
  const project = view.projects.find((one) => one.id === projectId);
  const mayChange = !state.missingPermissions.includes('task:update');
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
    ...(mayChange ? [...moveAction(task, project?.columns ?? []), ...dueAction(task, now, open)] : []),
    ...(toggle
      ? [
          action('add-time', messages.tasks.addTime, ClockIcon, () => addTime(refOf(task), suggestedTimes()), {
            movesFocus: true,
          }),
        ]
      : []),
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

/** To another column; the column is known only for assigned tasks. */
function moveAction(
  { id, status, statusName }: PaletteTask,
  columns: readonly { slug: string; name: string }[],
): Line[] {
  if (status === undefined || columns.length === 0) return [];
  const outside = (['planned', 'archived'] as const).map((slug) => ({ slug, name: boardMessages.outside[slug] }));
  const places = [...columns, ...outside];
  return [
    action('move', paletteMessages.actions.moveTo, StatusIcon, () => {}, {
      hint: places.find(({ slug }) => slug === status)?.name ?? statusName ?? '',
      isMenu: true,
      actions: () =>
        places
          .filter(({ slug }) => slug !== status)
          .map(({ slug, name }) =>
            action(`move ${slug}`, name, StatusIcon, () => void send('tasks.set-status', { taskId: id, status: slug })),
          ),
    }),
  ];
}

/** Another day keeps the time. Only own tasks tell when they are due for certain. */
function dueAction({ id, dueDate, isOwn }: PaletteTask, now: Date, open: () => void): Line[] {
  if (!isOwn) return [];
  const due = parseDue(dueDate);
  const set = (date: string | null) => void send('tasks.set-values', { taskId: id, dueDate: date });
  const days = quickDays(localDay(now), weekStart(navigator.language));
  return [
    action('due', paletteMessages.actions.due, BellIcon, () => {}, {
      hint: due === null ? '' : formatDue(dueDistance(due, now), now),
      isMenu: true,
      actions: () => [
        ...(['today', 'tomorrow', 'nextWeek'] as const).flatMap((which) => {
          const read = readDate({ ...dateDraft(dueDate), day: days[which] });
          return 'date' in read
            ? [
                action(`due ${which}`, taskPageMessages[which], CalendarIcon, () => set(read.date), {
                  hint: shortDay(`${days[which]}T12:00`),
                }),
              ]
            : [];
        }),
        action('due none', taskPageMessages.noDate, CalendarIcon, () => set(null)),
        action('due other', paletteMessages.actions.otherDay, EditIcon, open, { movesFocus: true }),
      ],
    }),
  ];
}

const refOf = ({ id, identifier, title, projectId, projectName }: PaletteTask): TaskRef => ({
  taskId: id,
  identifier,
  title,
  projectName,
  ...(projectId !== undefined && { projectId }),
});
