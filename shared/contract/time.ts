/** The timer and the entries. */

import { z } from 'zod';
import { MAX_SELECTED } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';
import { AllowClosed, Id, Instant, LocalDay, Note, OneTask } from './fields.ts';
import type { DayView } from './time-view.ts';

const OneEntry = { entryId: Id };
const Entries = { entryIds: z.array(Id).min(1).max(MAX_SELECTED) };

export const timeCommands = {
  /** Starts a timer, stopping the one that runs. `startTime` backdates it. */
  'timer.start': command({ ...OneTask, startTime: Instant.optional(), ...AllowClosed }),
  /** `endTime` backdates it. Asks if that exceeds twelve hours (error `needs-confirmation`) unless `allowLong`. */
  'timer.stop': command({ endTime: Instant.optional(), allowLong: z.boolean().optional() }),
  'timer.set-start': command({ startTime: Instant, ...AllowClosed }),
  /** `entryId`: the entry that the note was typed for, which may have ended since; absent for the running one. */
  'timer.set-note': command({ note: Note, entryId: Id.optional() }),
  'timer.discard': command({}),

  /** The entries of a local day, and its week. */
  'time.day': command({ day: LocalDay }).returns<DayView>(),
  /** Starts a timer on the task of an earlier entry, with its note. */
  'time.continue': command(OneEntry),
  /** Copies entries to the clipboard, each as a line of text. */
  'time.copy': command(Entries),
  /** Adds an entry and returns its id. Asks if it exceeds twelve hours (error `needs-confirmation`) unless `allowLong`. */
  'time.add': command({
    ...OneTask,
    startTime: Instant,
    endTime: Instant,
    note: Note,
    allowLong: z.boolean().optional(),
    ...AllowClosed,
  }).returns<string>(),
  'time.edit': command({
    entryId: Id,
    startTime: Instant,
    endTime: Instant.nullable(),
    note: Note,
    /** Moves the entry to another task. The service cannot do that, so a new entry replaces it. */
    taskId: Id.optional(),
    accountId: Id.optional(),
    allowLong: z.boolean().optional(),
    ...AllowClosed,
  }),
  'time.split': command({ entryId: Id, at: Instant, ...AllowClosed }),
  /** Moves all own time on a task to another one. */
  'time.move': command({ fromTaskId: Id, fromAccountId: Id.optional(), ...OneTask, ...AllowClosed }),
  /** Moves entries to another task, or at the same time to another day. */
  'time.move-entries': command({
    ...Entries,
    to: z.union([z.strictObject(OneTask), z.strictObject({ day: LocalDay })]),
    ...AllowClosed,
  }),
  'time.delete': command({ ...Entries, ...AllowClosed }),
  /** Removes from `entryId` the time that `otherId` covers. */
  'time.trim': command({ entryId: Id, otherId: Id, ...AllowClosed }),
  /** Opens a save dialog and exports the entries of these local days (inclusive) as CSV; null if the person cancels. */
  'time.export': command({ from: LocalDay, to: LocalDay }).returns<string | null>(),

  'remote-timer.adopt': command({ serverId: Id, accountId: Id.optional() }),
  /** Asks if the entry exceeds twelve hours (error `needs-confirmation`) unless `allowLong`. */
  'remote-timer.complete': command({
    accountId: Id.optional(),
    serverId: Id,
    endTime: Instant,
    allowLong: z.boolean().optional(),
    ...AllowClosed,
  }),
  'remote-timer.leave': command({ serverId: Id, accountId: Id.optional() }),

  /** Carries out the link's request, or declines it. */
  /** `choice`: an index of the tasks; absent for none. */
  'link.answer': command({ id: z.number().int(), choice: z.number().int().min(0).optional() }),
} satisfies CommandsOf<'timer' | 'time' | 'remote-timer' | 'link'>;
