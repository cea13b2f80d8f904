/** The settings, their schema and their defaults. */
import { z } from 'zod';

import { THEMES, ZOOMS } from '../settings/zoom.ts';

/** `HH:mm`, local. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Days of the week, Sunday is 0. */
const Days = z.array(z.number().int().min(0).max(6)).max(7);

export const Settings = z.object({
  theme: z.enum(THEMES),
  /** `system`: the first of the person's languages that Punchcard speaks. */
  language: z.enum(['system', 'en', 'de']),
  /** The panel that the tray icon is drawn for; `auto`: as far as the desktop says. Not on macOS. */
  trayIcon: z.enum(['auto', 'light', 'dark']),
  /** How large everything is drawn, in percent; the windows grow with it. */
  zoom: z.literal(ZOOMS),
  /** How often the assigned tasks are asked for, in seconds, before jitter. */
  pollSeconds: z.number().int().min(30).max(900),
  /** The popover stays open when it loses the focus. */
  pinned: z.boolean(),
  /** While it is pinned, the popover stays above other windows. */
  pinnedOnTop: z.boolean(),
  /** Ask what to do with the time away; off means never asked. */
  askIdle: z.boolean(),
  /** How long without input counts as away, in minutes. */
  idleMinutes: z.number().int().min(1).max(120),
  /** "Still working?" after so many hours; 0 means never. */
  stillWorkingHours: z.number().int().min(0).max(12),
  /** Say so when no timer runs in these hours of these days (Sunday is 0); local time. */
  remindToTrack: z.object({
    on: z.boolean(),
    days: Days,
    from: TimeOfDay,
    to: TimeOfDay,
  }),
  /** Notifications about due dates (shared/reminders/planner.ts). */
  reminders: z.object({
    on: z.boolean(),
    /** So many minutes before a task is due; that it is due is said in any case. */
    beforeMinutes: z.array(z.number().int().min(1).max(43_200)).max(10),
    /** The morning: when a day's tasks are due, and when the overdue ones are told each day. */
    dailyAt: TimeOfDay,
    /** Nothing is said in these hours of every day, and on these days at all; `to` may be on the next day. */
    quiet: z.object({ on: z.boolean(), from: TimeOfDay, to: TimeOfDay, days: Days }),
    /** Nothing is said while the desktop's own do-not-disturb is on, where that can be read. */
    respectDoNotDisturb: z.boolean(),
  }),
  /** New versions are looked for, where the package has a place to look. */
  updates: z.boolean(),
  /** A new task is assigned to whoever makes it, unless its line says otherwise. */
  assignToMe: z.boolean(),
  /** A notification says that a new task is created, where the window is not on screen. */
  tellCreated: z.boolean(),
  /** Per project, the column that a task goes to when its timer starts. */
  moveOnStart: z.record(z.string(), z.object({ slug: z.string(), name: z.string(), isFinal: z.boolean() })),
});

export type Settings = z.infer<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  language: 'system',
  trayIcon: 'auto',
  zoom: 100,
  pollSeconds: 60,
  pinned: false,
  pinnedOnTop: false,
  askIdle: true,
  idleMinutes: 10,
  stillWorkingHours: 4,
  remindToTrack: { on: false, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
  updates: true,
  assignToMe: false,
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

/** Kept beside the settings a person sees: per server the client id last used, what it lacks, and the account in use. */
export const StoredValue = {
  'client-ids': z.record(z.string(), z.string()),
  /** Per server, what it was seen to lack, and when. */
  'missing-features': z.record(z.string(), z.record(z.string(), z.string())),
  /** Per workspace of an account, the permissions that it lacks. */
  lacking: z.record(z.string(), z.array(z.string())),
  'current-account': z.string().nullable(),
  /** Per workspace of an account, the project whose board was last open. */
  'last-boards': z.record(z.string(), z.string()),
  /** Per task of an account, when the newest comment was written that the person has seen. */
  'seen-comments': z.record(z.string(), z.string()),
  /** What is known of the last "still working?" (times in ms). */
  'still-working': z
    .object({
      entryId: z.string(),
      confirmedAt: z.number().nullable(),
      askedAt: z.number().nullable(),
      countdownFrom: z.number().nullable(),
    })
    .nullable(),
  /** The global shortcut the person recorded; null where they want none, absent where they never said. */
  'quick-add-shortcut': z.string().min(1).max(100).nullable(),
  /** The timer that it stopped without an answer, until somebody has seen it. */
  'stopped-timer': z.object({ entryId: z.string(), stoppedAt: z.string() }).nullable(),
  /** The person does not want punchcard:// links to be opened by this Punchcard. */
  'links-refused': z.boolean(),
  /** Notifications that Windows may still keep, and their buttons. */
  'shown-notices': z.array(z.object({ id: z.string(), actions: z.array(z.string()) })),
  /** No reminders before `pausedUntil` (ms). */
  'reminders-paused': z.object({ pausedUntil: z.number().nullable() }),
  // They lie in one table: no name may be both.
} satisfies Record<string, z.ZodType> & { [Name in keyof Settings]?: never };

export type StoredValueName = keyof typeof StoredValue;

/** Of a setting, or of what is kept beside them. */
export type SettingName = keyof Settings | StoredValueName;
