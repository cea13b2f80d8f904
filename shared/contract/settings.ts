/** The settings: their schema, defaults and command. Stored ones are repaired in electron/store/settings.ts. */
import { z } from 'zod';
import { MAX_FOCUS_MINUTES } from '../limits.ts';
import { THEMES, ZOOMS } from '../settings/appearance.ts';
import { TINTS } from '../tint.ts';
import { AssistantSettings } from './assistants.ts';
import { type CommandsOf, command } from './command.ts';
import { Hooks } from './hooks.ts';
import { ProposalRules, ProposalSettings } from './proposals.ts';
import { TaskRefSchema } from './task-schema.ts';

/** `HH:mm`, local. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Days of the week, Sunday is 0. */
const Days = z.array(z.number().int().min(0).max(6)).max(7);

/** In Electron's notation. */
const Accelerator = z.string().min(1).max(100);

export const Settings = z.object({
  theme: z.enum(THEMES),
  /** `system` is the first of the person's languages that Punchcard supports. */
  language: z.enum(['system', 'en', 'de']),
  /** The panel color that the tray icon is drawn for; `auto` follows the desktop. Not on macOS. */
  trayIcon: z.enum(['auto', 'light', 'dark']),
  /** Zoom in percent; the windows grow with it. */
  zoom: z.literal(ZOOMS),
  /** Poll interval of the assigned tasks (s), before jitter. */
  pollSeconds: z.number().int().min(30).max(900),
  /** The popover stays open when it loses focus. */
  pinned: z.boolean(),
  /** While it is pinned, the popover stays above other windows. */
  pinnedOnTop: z.boolean(),
  /** The window is an ordinary one even where it could open at the tray icon. */
  openAsWindow: z.boolean(),
  /** Ask what to do with time away. */
  askIdle: z.boolean(),
  /** Minutes without input that count as away. */
  idleMinutes: z.number().int().min(1).max(120),
  /** Hours until “Still working?” is asked; 0 for never. */
  stillWorkingHours: z.number().int().min(0).max(12),
  /** Focus sessions (shared/time/focus.ts). */
  focus: z.object({
    /** Lengths of a round and of a break (minutes). */
    minutes: z.number().int().min(1).max(MAX_FOCUS_MINUTES),
    breakMinutes: z.number().int().min(1).max(MAX_FOCUS_MINUTES),
    /** Rounds that the person means to do in a day. */
    rounds: z.number().int().min(1).max(20),
    /** No reminders during a round. */
    holdReminders: z.boolean(),
    /** Breaks are logged on this task; null: they are gaps. */
    breakTask: TaskRefSchema.nullable(),
  }),
  /** Remind when no timer runs in these hours of these days; local time. */
  remindToTrack: z.object({
    on: z.boolean(),
    days: Days,
    from: TimeOfDay,
    to: TimeOfDay,
  }),
  /** When to ask to go through the gaps of a working day; null for never. */
  reviewGapsAt: TimeOfDay.nullable(),
  /** Notifications about due dates (shared/reminders/planner.ts). */
  reminders: z.object({
    on: z.boolean(),
    /** Minutes before a task is due, in addition to the reminder at that time. */
    beforeMinutes: z.array(z.number().int().min(1).max(43_200)).max(10),
    /** Time of the reminders for the day's tasks and for overdue ones. */
    dailyAt: TimeOfDay,
    /** No reminders in these hours, nor on these days; `to` may lie on the next day. */
    quiet: z.object({ on: z.boolean(), from: TimeOfDay, to: TimeOfDay, days: Days }),
    /** No reminders during the desktop's do-not-disturb mode, if it can be read. */
    respectDoNotDisturb: z.boolean(),
  }),
  /** What AI assistants may do. */
  assistants: AssistantSettings,
  /** The local workspace on a port of this computer, for other programs. */
  localServer: z.object({ on: z.boolean(), port: z.number().int().min(1).max(65_535) }),
  /** Check for updates, if the package supports it. */
  updates: z.boolean(),
  /** Assign a new task to its author, unless the line names somebody. */
  assignToMe: z.boolean(),
  /** The account of new tasks whose line names no project; null: the one in front. */
  newTasksAccount: z.string().nullable(),
  /** With several accounts: list the tasks of all of them, else of the one in front. */
  accountsTogether: z.boolean(),
  /** By account id: the colour of its mark. */
  accountTints: z.record(z.string(), z.enum(TINTS)),
  /** Keep the hidden page of quick add in memory; `automatic`: for people who use it. */
  quickAddReady: z.enum(['automatic', 'always', 'never']),
  /** Notify when a task is created while the window is hidden. */
  tellCreated: z.boolean(),
  /** By project with its account (`taskKey`): the column that a task moves to when its timer starts. */
  moveOnStart: z.record(z.string(), z.object({ slug: z.string(), name: z.string(), isFinal: z.boolean() })),
});

export type Settings = z.infer<typeof Settings>;

export const settingsCommands = {
  'settings.change': command(Settings.partial().shape),
} satisfies CommandsOf<'settings'>;

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  language: 'system',
  trayIcon: 'auto',
  zoom: 100,
  pollSeconds: 60,
  pinned: false,
  pinnedOnTop: false,
  openAsWindow: false,
  askIdle: true,
  idleMinutes: 10,
  stillWorkingHours: 4,
  focus: { minutes: 25, breakMinutes: 5, rounds: 4, holdReminders: true, breakTask: null },
  remindToTrack: { on: false, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
  reviewGapsAt: null,
  assistants: { on: true, read: 'yes', timer: 'ask', entries: 'ask', tasks: 'ask', tools: {}, disconnected: [] },
  localServer: { on: false, port: 4848 },
  updates: true,
  assignToMe: false,
  newTasksAccount: null,
  accountsTogether: true,
  accountTints: {},
  quickAddReady: 'automatic',
  tellCreated: true,
  reminders: {
    on: true,
    beforeMinutes: [1440, 60],
    dailyAt: '09:00',
    quiet: { on: false, from: '19:00', to: '08:00', days: [0, 6] },
    respectDoNotDisturb: true,
  },
  moveOnStart: {},
};

/** Values stored with the settings that no settings page shows. */
export const StoredValue = {
  'client-ids': z.record(z.string(), z.string()),
  /** By server: its missing features, with the time they were found missing. */
  'missing-features': z.record(z.string(), z.record(z.string(), z.string())),
  /** By account and workspace: missing permissions. */
  lacking: z.record(z.string(), z.array(z.string())),
  /** The account in front. */
  'current-account': z.string().nullable(),
  'open-accounts': z.array(z.string()),
  /** Accounts whose credential was put into the keychain and not removed. */
  'in-keychain': z.array(z.string()),
  /** By account: the one that keeps the rules for time of those that were open with it. */
  'rules-kept-by': z.record(z.string(), z.string()),
  /** By account and workspace: the project whose board was last open. */
  'last-boards': z.record(z.string(), z.string()),
  /** By account and task: the time of the newest comment that the person has seen. */
  'seen-comments': z.record(z.string(), z.string()),
  /** The state of “Still working?” (times in ms). */
  'still-working': z
    .object({
      entryId: z.string(),
      confirmedAt: z.number().nullable(),
      askedAt: z.number().nullable(),
      countdownFrom: z.number().nullable(),
    })
    .nullable(),
  /** The recorded global shortcuts; null for none, missing for the default. */
  'quick-add-shortcut': Accelerator.nullable(),
  'toggle-shortcut': Accelerator.nullable(),
  'switch-shortcut': Accelerator.nullable(),
  'open-shortcut': Accelerator.nullable(),
  /** By shortcut: when it last arrived, and with which keys. */
  'shortcut-presses': z.record(z.string(), z.object({ keys: z.string(), at: z.string() })),
  /** By project key, or `all`: the folder of the last report, and the pattern of its name. The newest is the last. */
  'report-files': z.record(z.string(), z.object({ folder: z.string(), name: z.string() })),
  /** Files of the drop folder whose tasks were created. */
  'inbox-taken': z.array(z.string()),
  /** When quick add was last used (ms). */
  'quick-add-used': z.number(),
  /** When a window was used (ms), oldest first: how soon it will be again. */
  'windows-used': z.array(z.number()),
  /** The focus session of an account (times in ms). */
  'focus-session': z
    .object({
      accountId: z.string(),
      session: z.object({
        phase: z.enum(['focus', 'break']),
        startedAt: z.number(),
        endsAt: z.number(),
        focusMs: z.number(),
        breakMs: z.number(),
        task: TaskRefSchema,
        note: z.string(),
        breakTask: TaskRefSchema.nullable().default(null),
        isAnnounced: z.boolean(),
      }),
    })
    .nullable(),
  /** Rounds of focus completed on a local day. */
  'focus-rounds': z.object({ day: z.string(), count: z.number() }),
  /** A timer stopped because “Still working?” was not answered, until the person dismisses it. */
  'stopped-timer': z.object({ entryId: z.string(), stoppedAt: z.string() }).nullable(),
  /** The person switched punchcard:// links off. */
  'links-refused': z.boolean(),
  /** Notifications that Windows may still show, with their buttons. */
  'shown-notices': z.array(z.object({ id: z.string(), actions: z.array(z.string()) })),
  /** What proposals for gaps may read, and the rules for them. */
  'proposal-settings': ProposalSettings,
  'proposal-rules': ProposalRules,
  /** The programs that run after an event. */
  hooks: Hooks,
  /** The end of the reminders' pause (ms). */
  'reminders-paused': z.object({ pausedUntil: z.number().nullable() }),
  // Settings and stored values share a table, so their names must differ.
} satisfies Record<string, z.ZodType> & { [Name in keyof Settings]?: never };

export type StoredValueName = keyof typeof StoredValue;

export type SettingName = keyof Settings | StoredValueName;
