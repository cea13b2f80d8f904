/** The calendars of a project. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command, type WriteResult } from './command.ts';
import { Id, NamedProject, OneProject, requiredLine } from './fields.ts';
import type { CalendarsView } from './project-view.ts';

export const calendarCommands = {
  'calendar.read': command(OneProject).returns<CalendarsView>(),
  /** `labelIds` are definitions of the workspace; an empty list means all tasks. */
  'calendar.add': command({
    ...NamedProject,
    labelIds: z.array(Id).max(100),
    timeZone: requiredLine(LENGTHS.timeZone),
  }).returns<WriteResult>(),
  /** Copies the secret address to the clipboard. */
  'calendar.copy': command({ ...OneProject, feedId: Id }),
  /** The number of dates in the feed. */
  'calendar.count': command({ ...OneProject, feedId: Id }).returns<number>(),
  'calendar.remove': command({ ...NamedProject, feedId: Id }).returns<WriteResult>(),
} satisfies CommandsOf<'calendar'>;
