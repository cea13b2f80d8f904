/** The state of a signed-in person without tasks, entries or questions. Tests change the slices they are about. */

import { FIRST_REVISIONS } from '../../electron/app/revisions.ts';
import type { AccountView, EntryView, OpenAccountView, OutboxItemView, State } from '../../shared/contract/index.ts';
import type { OtherOutboxView } from '../../shared/contract/outbox-view.ts';
import { DEFAULT_PROPOSAL_SETTINGS, type ProposalSettingsView, SOURCES } from '../../shared/contract/proposals.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts';
import type { ShortcutView } from '../../shared/contract/shortcuts.ts';
import { hour12 } from '../../shared/i18n/format-dates.ts';
import { localDay } from '../../shared/time/day.ts';
import { DEFAULT_TIME_RULES } from '../../shared/time/default-rules.ts';
import { weekOf } from '../../shared/time/period.ts';
import { timesheetOf } from '../shared/time/timesheets.ts';

/** As the computer counts; windows change it. */
const HOUR_12 = hour12();
const NO_SHORTCUT: ShortcutView = { accelerator: null, state: 'none', trigger: null, pressedAt: null };

export const ACCOUNT: AccountView = {
  id: 'account-1',
  kind: 'device',
  status: 'signed-in',
  server: 'pm.halden.example',
  address: 'https://pm.halden.example',
  clientId: 'punchcard',
  userId: 'nora',
  userName: 'Nora Vance',
  userEmail: 'nora@halden.example',
  workspaces: [{ id: 'w-1', name: 'Halden' }],
  workspaceId: 'w-1',
  credentialOf: 'account-1',
  isFurther: false,
  tokenIn: 'keychain',
  error: null,
};

export const LOCAL_ACCOUNT: AccountView = {
  ...ACCOUNT,
  id: 'local',
  credentialOf: 'local',
  kind: 'local',
  server: 'This computer',
  address: 'http://local.punchcard.invalid',
  clientId: '',
  tokenIn: 'none',
};

/** The time slice for these entries of today, of which one may run. */
export function timeOf(entries: EntryView[] = [], now = new Date()): State['time'] {
  const { from, to } = weekOf(localDay(now), 1);
  return {
    running: entries.find((entry) => entry.endTime === null) ?? null,
    day: localDay(now),
    today: entries,
    week: timesheetOf(entries, from, to),
    weekStartsOn: 1,
    recent: [],
  };
}

/** What main publishes when answers about the subject change. */
export const revised = ({ revisions }: State, subject: keyof State['revisions']): Pick<State, 'revisions'> => ({
  revisions: { ...revisions, [subject]: revisions[subject] + 1 },
});

/** The sources of suggestions as they are at first: off. */
export const NOTHING_READ: ProposalSettingsView = {
  ...DEFAULT_PROPOSAL_SETTINGS,
  sources: SOURCES.map((source) => ({ source, isOn: false, isReading: false, lastRead: null, problems: [] })),
  calendars: [],
  rules: [],
  learned: [],
};

export function aState(changes: Partial<State> = {}): State {
  const readAt = new Date().toISOString();
  return {
    language: 'en',
    app: {
      version: '1.2.3',
      platform: 'linux',
      hour12: HOUR_12,
      canReadIdle: true,
      window: 'popover',
      hasTray: true,
      windowSystem: null,
    },
    accounts: [],
    account: ACCOUNT,
    signIn: { step: 'none' },
    tasks: {
      tasks: [],
      total: 0,
      fetchedAt: readAt,
      loading: false,
      error: null,
      failingSince: null,
      nextTryAt: null,
    },
    projects: [],
    board: null,
    time: timeOf(),
    timeRules: { ...DEFAULT_TIME_RULES, closedWeeks: [] },
    focus: { session: null, doneToday: 0 },
    outbox: { items: [], total: 0, isPaused: false, others: [] },
    revisions: FIRST_REVISIONS,
    missingPermissions: [],
    missingFeatures: [],
    unreadNotifications: 0,
    unreadTasks: [],
    unreadableRecords: {},
    pictures: {},
    settings: DEFAULT_SETTINGS,
    toast: null,
    requestedViews: [],
    taskPage: null,
    away: null,
    stillWorking: null,
    stoppedTimer: null,
    remoteTimers: [],
    linkQuestion: null,
    assistantQuestion: null,
    shortcuts: {
      list: { 'quick-add': NO_SHORTCUT, toggle: NO_SHORTCUT, switch: NO_SHORTCUT, open: NO_SHORTCUT },
      lines: {
        'quick-add': 'punchcard add',
        toggle: 'punchcard toggle',
        switch: 'punchcard switch',
        open: 'punchcard open',
      },
      desktop: 'other',
      portal: null,
    },
    reminders: { pausedUntil: null },
    system: { autostart: false, links: false, updates: { state: 'none', why: 'development' } },
    watchedBoards: [],
    sample: null,
    localServer: { address: null, error: null },
    ...changes,
  };
}

/** The tasks slice for these tasks, all of them open and assigned to the person. */
export const tasksOf = (tasks: State['tasks']['tasks'], changes: Partial<State['tasks']> = {}): State['tasks'] => ({
  ...aState().tasks,
  tasks,
  total: tasks.length,
  ...changes,
});

/** A write that waits for its first attempt. */
export const unsentItem = (id: string, changes: Partial<OutboxItemView> = {}): OutboxItemView => ({
  id,
  accountId: ACCOUNT.id,
  subject: id,
  entryId: null,
  isNewTask: false,
  what: `Change ${id}`,
  hasText: false,
  state: 'waiting',
  createdAt: new Date().toISOString(),
  attempts: 0,
  lastError: null,
  nextTryAt: null,
  question: null,
  ...changes,
});

export const otherUnsent = (changes: Partial<OtherOutboxView> = {}): OtherOutboxView => ({
  accountId: 'ada',
  server: 'other.example',
  person: 'Ada',
  isSamePerson: false,
  isSameServer: false,
  openFrom: null,
  total: 1,
  needing: 0,
  ...changes,
});

export const unsentOf = (items: OutboxItemView[], changes: Partial<State['outbox']> = {}): State['outbox'] => ({
  ...aState().outbox,
  items,
  total: items.length,
  ...changes,
});

/** One of several open accounts. */
export const openAccount = (id: string, server: string, more: Partial<OpenAccountView> = {}): OpenAccountView => ({
  id,
  kind: 'device',
  server,
  host: server,
  credentialOf: id,
  name: server.split('.').at(-2) ?? server,
  isLocal: false,
  letter: server.slice(0, 1).toUpperCase(),
  userId: 'u-nora',
  userName: 'Nora Vance',
  workspace: 'Halden',
  workspaceId: 'w-1',
  state: 'signed-in',
  failingSince: null,
  tasks: 1,
  waiting: 0,
  missingPermissions: [],
  ...more,
});
