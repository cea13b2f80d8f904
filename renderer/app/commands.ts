/**
 * The commands of the main window: their keys, and what they do. use-main-keys.ts runs those with a key, the palette lists all
 * that are possible (their names: palette/command-texts.ts).
 */
import type { Payload, State } from '../../shared/contract/index.ts';
import { dayAfter, localDay } from '../../shared/time/day.ts';
import type { Period } from '../../shared/time/period.ts';
import { openProject, send, sendAbout, usePublished } from '../state/main-process.ts';
import {
  openCalendar,
  openPage,
  openTimerPart,
  setFilter,
  setSwitching,
  showTab,
  showTimesheet,
  showView,
  togglePalette,
  useNavigation,
} from '../state/navigation.ts';
import { showSavedFile } from '../state/saved-file.ts';
import { setTimesheetLayout, showDay } from '../state/shown-time.ts';
import { askView } from '../state/view-requests.ts';
import { isTyping, pressedKeys } from '../ui/keys.ts';
import { keepTyped } from '../ui/use-window-keys.ts';

export interface Command {
  /** Group in the palette; null: not listed. */
  group: 'do' | 'go' | null;
  /** An Electron accelerator; on macOS `CommandOrControl` is Command. */
  keys?: string;
  /** Default: always. */
  isPossible?: (state: State) => boolean;
  /** The part that it opens takes the focus. */
  movesFocus?: boolean;
  /** Not while typing, where the key has a meaning of its own. */
  notWhileTyping?: boolean;
  run: () => void;
}

const hasTimer = ({ time }: State): boolean => time.running !== null;
const isAtServer = ({ account }: State): boolean => account !== null && account.kind !== 'local';
export const hasServer = (state: State): boolean => isAtServer(state) || state.accounts.some(({ isLocal }) => !isLocal);

const canFocus = ({ time, focus: { session } }: State): boolean => time.running !== null || session !== null;

/** The effect of the key of focus sessions: from a round to its break, and from the break to the next round. */
export function focusAction({ focus: { session } }: State): 'start' | 'break' | 'next' | 'menu' {
  if (session === null) return 'start';
  if (session.phase === 'break') return 'next';
  return Date.parse(session.endsAt) <= Date.now() ? 'break' : 'menu';
}

function focus(): void {
  const { state } = usePublished.getState();
  const action = state === null ? 'menu' : focusAction(state);
  if (action === 'start') void send('focus.start', {});
  else if (action === 'break') void send('focus.break', {});
  else if (action === 'next') void send('focus.next', {});
  else openTimerPart('focus');
}

/** What is being typed, such as the note of the timer, is saved first. */
function stop(): void {
  keepTyped();
  void send('timer.stop', {});
}

/** Opens quick add, with the project preset on a board. */
function newTask(): void {
  const { tab } = useNavigation.getState();
  const { state } = usePublished.getState();
  const board = tab === 'board' ? state?.board : null;
  void send('quick-add.open', board ? { projectId: board.project.id, accountId: board.accountId } : {});
}

function thisWeek(): Period | null {
  const week = usePublished.getState().state?.time.week;
  return week ? { from: week.from, to: week.to } : null;
}

/** `weeks`: how many weeks ago. */
function openReport(weeks: number): void {
  const week = thisWeek();
  if (week === null) return;
  const period = { from: dayAfter(week.from, -7 * weeks), to: dayAfter(week.to, -7 * weeks) };
  openPage({ name: 'report', ...period, projectKey: null });
}

function addEntry(): void {
  showView('time');
  askView('new-entry', true);
}

type Page = Parameters<typeof openPage>[0];

const page = (to: Page, more: Partial<Command> = {}): Command => ({
  group: 'go',
  movesFocus: true,
  run: () => openPage(to),
  ...more,
});

const change = (to: Payload<'settings.change'>, isPossible: (state: State) => boolean): Command => ({
  group: 'do',
  isPossible,
  run: () => void send('settings.change', to),
});

export const COMMANDS = {
  palette: { group: null, keys: 'CommandOrControl+K', movesFocus: true, run: togglePalette },

  stop: { group: 'do', keys: 'CommandOrControl+.', isPossible: hasTimer, run: stop },
  newTask: { group: 'do', keys: 'CommandOrControl+N', movesFocus: true, run: newTask },
  newEntry: { group: 'do', movesFocus: true, run: addEntry },
  note: {
    group: 'do',
    keys: 'CommandOrControl+M',
    isPossible: hasTimer,
    movesFocus: true,
    run: () => openTimerPart('note'),
  },
  start: {
    group: 'do',
    keys: 'CommandOrControl+Shift+B',
    isPossible: hasTimer,
    movesFocus: true,
    run: () => openTimerPart('start'),
  },
  focus: { group: 'do', keys: 'CommandOrControl+Shift+F', isPossible: canFocus, movesFocus: true, run: focus },
  endFocus: {
    group: 'do',
    isPossible: ({ focus: { session } }) => session !== null,
    run: () => void send('focus.end', {}),
  },
  switchTask: {
    group: 'do',
    isPossible: hasTimer,
    movesFocus: true,
    run: () => setSwitching(true),
  },
  discard: { group: 'do', isPossible: hasTimer, run: () => void send('timer.discard', {}) },
  // Always possible: a toast answers if there is nothing to undo.
  undo: { group: 'do', keys: 'CommandOrControl+Z', notWhileTyping: true, run: () => void send('undo.undo', {}) },
  redo: { group: 'do', keys: 'CommandOrControl+Shift+Z', notWhileTyping: true, run: () => void send('undo.redo', {}) },
  filter: {
    group: 'do',
    isPossible: ({ tasks }) => tasks.tasks.length > 0,
    movesFocus: true,
    run() {
      showTab('tasks');
      setFilter('');
    },
  },
  refresh: { group: 'do', isPossible: hasServer, run: () => void send('tasks.refresh', {}) },
  exportWeek: {
    group: 'do',
    run() {
      const week = thisWeek();
      if (week !== null) void sendAbout('time.export', week).then(showSavedFile);
    },
  },
  report: {
    group: 'do',
    movesFocus: true,
    run: () => openReport(0),
  },
  reportLastWeek: { group: 'do', movesFocus: true, run: () => openReport(1) },
  pauseReminders: {
    group: 'do',
    isPossible: ({ settings, reminders }) => settings.reminders.on && reminders.pausedUntil === null,
    run: () => void send('reminders.pause', { length: '1-hour' }),
  },
  resumeReminders: {
    group: 'do',
    isPossible: ({ reminders }) => reminders.pausedUntil !== null,
    run: () => void send('reminders.resume', {}),
  },
  keepOpen: change({ pinned: true }, ({ app, settings }) => app.window === 'popover' && !settings.pinned),
  letClose: change({ pinned: false }, ({ app, settings }) => app.window === 'popover' && settings.pinned),
  openAsWindow: change({ openAsWindow: true }, ({ app, settings }) => app.hasTray && !settings.openAsWindow),
  openAtIcon: change({ openAsWindow: false }, ({ app, settings }) => app.hasTray && settings.openAsWindow),
  hide: { group: 'do', run: () => void send('window.hide', {}) },

  yesterday: {
    group: 'go',
    run() {
      showTab('time');
      showDay(dayAfter(localDay(Date.now()), -1));
    },
  },
  settings: page({ name: 'settings' }, { keys: 'CommandOrControl+,' }),
  tasks: { group: 'go', keys: 'CommandOrControl+1', run: () => showView('tasks') },
  board: { group: 'go', keys: 'CommandOrControl+2', run: () => showView('board') },
  time: { group: 'go', keys: 'CommandOrControl+3', run: () => showView('time') },
  week: { group: 'go', keys: 'CommandOrControl+4', run: showTimesheet },
  month: {
    group: 'go',
    run() {
      setTimesheetLayout('month');
      showView('timesheet');
    },
  },
  goToDate: { group: 'go', keys: 'CommandOrControl+G', movesFocus: true, run: openCalendar },
  account: page({ name: 'settings', tab: 'account' }),
  unsent: page({ name: 'outbox' }, { isPossible: ({ outbox: { total, others } }) => total > 0 || others.length > 0 }),
  recentChanges: page({ name: 'recentChanges' }),
  notifications: page({ name: 'inbox' }, { isPossible: hasServer }),
  server: page({ name: 'server' }, { isPossible: isAtServer }),
  connectedTools: page({ name: 'connected-tools' }, { isPossible: isAtServer }),
  assistants: page({ name: 'assistants' }),
  keys: page({ name: 'keys' }, { keys: '?' }),
  newProject: { group: 'go', movesFocus: true, run: () => openProject(null) },
} satisfies Record<string, Command>;

export type CommandId = keyof typeof COMMANDS;

/** The command that the pressed keys run; undefined if there is none, or it is not possible now. */
export function commandOf(event: KeyboardEvent): Command | undefined {
  if (!(event.ctrlKey || event.metaKey)) return undefined;
  const keys = pressedKeys(event);
  const { state } = usePublished.getState();
  const command = Object.values<Command>(COMMANDS).find((one) => one.keys === keys);
  if (command === undefined || state === null) return undefined;
  if (command.notWhileTyping && isTyping(event.target)) return undefined;
  return command.isPossible?.(state) === false ? undefined : command;
}
