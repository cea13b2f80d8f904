/** The timer, the entries, and what is asked about a timer. */

import { z } from 'zod';
import { type CommandsOf, Empty, Id, Instant, LocalDay, Note } from './common.ts';
import type { DayView } from './time-view.ts';

const OneEntry = z.object({ entryId: Id }).strict();

export const timeCommands = {
  /** Starts a timer, stopping the one that runs. `startTime` backdates it. */
  'timer.start': z.object({ taskId: Id, startTime: Instant.optional() }).strict(),
  /** `endTime` backdates it; over twelve hours it asks then (problem `needs-confirmation`) unless `isLongMeant`. */
  'timer.stop': z.object({ endTime: Instant.optional(), isLongMeant: z.boolean().optional() }).strict(),
  'timer.set-start': z.object({ startTime: Instant }).strict(),
  'timer.set-note': z.object({ note: Note }).strict(),
  'timer.discard': Empty,

  /** The entries of another local day, and the week it is in. */
  'time.day': z.object({ day: LocalDay }).strict(),
  /** Starts a timer on the task of an earlier entry, with its note. */
  'time.continue': OneEntry,
  /** An entry by hand; over twelve hours it asks (problem `needs-confirmation`) unless `isLongMeant`. */
  'time.add': z
    .object({ taskId: Id, startTime: Instant, endTime: Instant, note: Note, isLongMeant: z.boolean().optional() })
    .strict(),
  'time.edit': z
    .object({
      entryId: Id,
      startTime: Instant,
      endTime: Instant.nullable(),
      note: Note,
      /** Another task: the service cannot move an entry, so that makes another one. */
      taskId: Id.optional(),
      isLongMeant: z.boolean().optional(),
    })
    .strict(),
  'time.split': z.object({ entryId: Id, at: Instant }).strict(),
  /** All own time on a task, to another one. */
  'time.move': z.object({ fromTaskId: Id, taskId: Id }).strict(),
  'time.delete': OneEntry,
  /** Takes out of `entryId` the time that `otherId` covers too. */
  'time.trim': z.object({ entryId: Id, otherId: Id }).strict(),
  /** Takes back the last change, within ten seconds. */
  'time.undo': z.object({ undoId: z.number().int() }).strict(),
  /** Asks where to, and writes the entries of these local days (inclusive) as CSV; null where the person cancels. */
  'time.export': z.object({ from: LocalDay, to: LocalDay }).strict(),

  /** What the time away was. `split` makes it an entry of its own, on `taskId` where that is given. */
  'away-time.answer': z
    .object({
      id: Id,
      answer: z.enum(['keep', 'discard', 'discard-and-continue', 'split']),
      taskId: Id.optional(),
    })
    .strict(),
  'still-working.answer': z.object({ answer: z.enum(['yes', 'stop']) }).strict(),
  /** `go-on`: another entry on the same task, from where the first one was ended. */
  'stopped-timer.answer': z.object({ answer: z.enum(['go-on', 'leave']) }).strict(),
  'remote-timer.adopt': z.object({ serverId: Id }).strict(),
  /** Over twelve hours it asks (problem `needs-confirmation`) unless `isLongMeant`. */
  'remote-timer.complete': z.object({ serverId: Id, endTime: Instant, isLongMeant: z.boolean().optional() }).strict(),
  'remote-timer.leave': z.object({ serverId: Id }).strict(),
} satisfies CommandsOf<'timer' | 'time' | 'away-time' | 'still-working' | 'stopped-timer' | 'remote-timer'>;

export interface TimeResults {
  'time.day': DayView;
  'time.export': string | null;
}
