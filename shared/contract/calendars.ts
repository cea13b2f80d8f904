/** The calendars of a project. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, Id, NamedProject, OneProject } from './common.ts';
import type { CalendarsView } from './project-view.ts';
import type { WriteResult } from './write-result.ts';

export const calendarCommands = {
  'calendar.read': OneProject,
  /** Definitions of the workspace; none stands for all tasks. */
  'calendar.add': NamedProject.extend({
    labelIds: z.array(Id).max(100),
    timeZone: z.string().trim().min(1).max(LENGTHS.timeZone),
  }).strict(),
  /** Its whole address, which is a secret, to the clipboard. */
  'calendar.copy': OneProject.extend({ feedId: Id }).strict(),
  /** How many dates a calendar would show. */
  'calendar.count': OneProject.extend({ feedId: Id }).strict(),
  'calendar.remove': NamedProject.extend({ feedId: Id }).strict(),
} satisfies CommandsOf<'calendar'>;

export interface CalendarResults {
  'calendar.read': CalendarsView;
  'calendar.add': WriteResult;
  'calendar.count': number;
  'calendar.remove': WriteResult;
}
