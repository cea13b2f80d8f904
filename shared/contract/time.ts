/** The timer and the entries. */

import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { Id, Instant, LocalDay, Note } from './common.ts';
import type { DayView } from './time-view.ts';

const OneEntry = { entryId: Id };

export const timeCommands = {
  /** Starts a timer, stopping the one that runs. `startTime` backdates it. */
  'timer.start': command({ taskId: Id, startTime: Instant.optional() }),
  /** `endTime` backdates it; over twelve hours it asks then (error `needs-confirmation`) unless `isLongMeant`. */
  'timer.stop': command({ endTime: Instant.optional(), isLongMeant: z.boolean().optional() }),
  'timer.set-start': command({ startTime: Instant }),
  'timer.set-note': command({ note: Note }),
  'timer.discard': command({}),

  /** The entries of another local day, and the week it is in. */
  'time.day': command({ day: LocalDay }).returns<DayView>(),
  /** Starts a timer on the task of an earlier entry, with its note. */
  'time.continue': command(OneEntry),
  /** An entry by hand; over twelve hours it asks (error `needs-confirmation`) unless `isLongMeant`. */
  'time.add': command({
    taskId: Id,
    startTime: Instant,
    endTime: Instant,
    note: Note,
    isLongMeant: z.boolean().optional(),
  }),
  'time.edit': command({
    entryId: Id,
    startTime: Instant,
    endTime: Instant.nullable(),
    note: Note,
    /** Another task: the service cannot move an entry, so that makes another one. */
    taskId: Id.optional(),
    isLongMeant: z.boolean().optional(),
  }),
  'time.split': command({ entryId: Id, at: Instant }),
  /** All own time on a task, to another one. */
  'time.move': command({ fromTaskId: Id, taskId: Id }),
  'time.delete': command(OneEntry),
  /** Takes out of `entryId` the time that `otherId` covers too. */
  'time.trim': command({ entryId: Id, otherId: Id }),
  /** Asks where to, and writes the entries of these local days (inclusive) as CSV; null where the person cancels. */
  'time.export': command({ from: LocalDay, to: LocalDay }).returns<string | null>(),

  'remote-timer.adopt': command({ serverId: Id }),
  /** Over twelve hours it asks (error `needs-confirmation`) unless `isLongMeant`. */
  'remote-timer.complete': command({ serverId: Id, endTime: Instant, isLongMeant: z.boolean().optional() }),
  'remote-timer.leave': command({ serverId: Id }),

  /** Does what the link asks for, or not. */
  'link.answer': command({ id: z.number().int(), isMeant: z.boolean() }),
} satisfies CommandsOf<'timer' | 'time' | 'remote-timer' | 'link'>;
