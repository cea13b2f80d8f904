/** A simulated computer that runs reminders: clock, sleep, restarts, and the reminder store in a real file. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReminderList } from '../../../electron/features/reminders/reminder-lists.ts';
import { createReminderStore } from '../../../electron/features/reminders/reminder-store.ts';
import { createReminders } from '../../../electron/features/reminders/reminders.ts';
import { openDatabase } from '../../../electron/store/database.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';

import type { NotificationContent, NotificationEvents } from '../../../shared/reminders/notification.ts';
import type { PlannedNotification } from '../../../shared/reminders/planner.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const ACCOUNT = 'a';

export type RemindersSetting = Settings['reminders'];
export const SETTINGS: RemindersSetting = {
  on: true,
  beforeMinutes: [1440, 60],
  dailyAt: '09:00',
  quiet: { on: false, from: '19:00', to: '08:00', days: [] },
  respectDoNotDisturb: true,
};

export function task(id: string, dueDate: string | null, changed: Partial<TaskView> = {}): TaskView {
  return {
    id,
    identifier: `PAY-${id}`,
    title: `Task ${id}`,
    projectId: 'p1',
    projectName: 'Payments',
    status: 'to-do',
    statusName: 'To do',
    priority: 'medium',
    dueDate,
    labels: [],
    ...changed,
  };
}

interface ShownNotification extends PlannedNotification {
  at: number;
  content: NotificationContent;
}

/** Starts at `start` (ms), with the app running and past the settling time. `isFirst`: the list is new. */
export async function machine(
  start: number,
  tasks: TaskView[] = [],
  setting: Partial<RemindersSetting> = {},
  isFirst = false,
) {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-remind-'));
  const path = join(folder, 'punchcard.sqlite');
  const state = {
    now: start,
    tasks,
    boards: [] as ReminderList[],
    settings: { ...SETTINGS, ...setting },
    leads: new Map<string, number>(),
    pausedUntil: null as number | null,
    isInhibited: false,
    canShow: true,
    /** Called before a notification is shown. */
    onShow: (_: NotificationContent): void => undefined,
    accountId: ACCOUNT as string | undefined,
    runningTaskId: undefined as string | undefined,
    /** Writes fail: the disk is full, or the power fails first. */
    cannotWrite: false,
  };
  const shows: ShownNotification[] = [];
  const due: string[] = [];
  const started: string[] = [];
  const opened: (string | null)[] = [];
  const closed: string[] = [];
  /** How often the alarm rang. */
  let rings = 0;
  let target: number | null = null;
  let ring: () => void = () => undefined;
  let onScreen = new Map<string, { content: NotificationContent; events: NotificationEvents }>();
  let last: NotificationContent | undefined;

  const startApp = () => {
    const { database } = openDatabase(path, new Date(state.now));
    database
      .prepare(
        `INSERT OR IGNORE INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
         VALUES (?, 'local', 'local:', '', 'u', 'Nils', '[]', '2026-01-01T00:00:00.000Z')`,
      )
      .run(ACCOUNT);
    const store = createReminderStore(database);
    if (!isFirst) store.startList(ACCOUNT, 'w', { steps: [], day: null }, state.now);
    target = null;
    const reminders = createReminders({
      store: {
        ...store,
        saveShown(accountId, planned, at) {
          if (last && shows.at(-1)?.reminders !== planned.reminders) shows.push({ ...planned, at, content: last });
          if (state.cannotWrite) throw new Error('The disk is full');
          store.saveShown(accountId, planned, at);
        },
      },
      pause: {
        read: () => state.pausedUntil,
        write: (until) => {
          state.pausedUntil = until;
        },
      },
      accountId: () => state.accountId,
      lists: () => [{ id: 'w', tasks: state.tasks }, ...state.boards],
      leadMinutes: () => state.leads,
      settings: () => state.settings,
      notifications: {
        async show(content, events) {
          state.onShow(content);
          if (!state.canShow) return false;
          last = content;
          onScreen.set(content.id, { content, events });
          return true;
        },
        close: (id) => {
          closed.push(id);
          onScreen.delete(id);
        },
        isInhibited: async () => state.isInhibited,
      },
      alarm: (onRing) => {
        ring = onRing;
        return {
          set: (at) => {
            target = at;
          },
          check: () => undefined,
          stop: () => {
            target = null;
          },
        };
      },
      now: () => state.now,
      runningTaskId: () => state.runningTaskId,
      onDue: (tasks) => due.push(...tasks.map(({ id }) => id)),
      onStart: (taskId) => started.push(taskId),
      onOpen: (taskId) => opened.push(taskId),
      onChange: () => undefined,
    });
    return { database, reminders };
  };

  let app = startApp();
  onTestFinished(() => {
    app.database.close();
    rmSync(folder, { recursive: true });
  });

  /** Rings the alarm until it lies in the future. */
  async function settle(): Promise<void> {
    await app.reminders.idle();
    for (let count = 0; target !== null && target <= state.now; count += 1) {
      if (count > 100) throw new Error('The alarm rings endlessly');
      target = null;
      rings += 1;
      ring();
      await app.reminders.idle();
    }
  }

  const self = {
    state,
    shows,
    due,
    started,
    opened,
    closed,
    get reminders() {
      return app.reminders;
    },
    get database() {
      return app.database;
    },
    get onScreen() {
      return onScreen;
    },
    rings: () => rings,
    nextWake: () => target,
    /** Advances the time while the computer is awake. */
    async wait(ms: number): Promise<void> {
      const end = state.now + ms;
      await settle();
      while (target !== null && target <= end) {
        state.now = Math.max(state.now, target);
        await settle();
      }
      state.now = end;
    },
    /** Advances the time while the computer sleeps. Systems report a wake-up once or twice. */
    async sleep(ms: number, isDoubled = true): Promise<void> {
      state.now += ms;
      app.reminders.woke();
      if (isDoubled) app.reminders.woke();
      await self.wait(11_000);
    },
    async restart(offMs = 0): Promise<void> {
      app.reminders.stop();
      await app.reminders.idle();
      app.database.close();
      state.now += offMs;
      onScreen = new Map();
      app = startApp();
      app.reminders.evaluate();
      await self.wait(11_000);
    },
    /** Sets the clock; the next poll detects it. */
    async setClock(byMs: number): Promise<void> {
      state.now += byMs;
      await self.poll();
    },
    /** A poll returns this list. */
    async poll(tasks = state.tasks): Promise<void> {
      state.tasks = tasks;
      app.reminders.evaluate();
      await settle();
    },
    async change(part: Partial<RemindersSetting>): Promise<void> {
      state.settings = { ...state.settings, ...part };
      app.reminders.settingsChanged();
      await settle();
    },
    async press(id: string, action: string): Promise<void> {
      const shown = onScreen.get(id);
      if (!shown) throw new Error(`${id} is not on screen but ${[...onScreen.keys()].join()}`);
      shown.events.onAction(action);
      await settle();
    },
  };
  app.reminders.evaluate();
  await self.wait(11_000);
  return self;
}
