/** Reports of tracked time. What they show are the switches of the rules (time-rules.ts). */
import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { PeriodDay } from './fields.ts';
import { ProjectKey } from './time-rules.ts';

export interface SavedReport {
  path: string;
  version: string;
}

/** Local days, inclusive, at most 400; `projectKey`: null for all projects. */
const Chosen = { from: PeriodDay, to: PeriodDay, projectKey: ProjectKey.nullable() };

export const reportCommands = {
  /** Opens a save dialog; null if the person cancels. */
  'report.save': command({ ...Chosen, format: z.enum(['pdf', 'html', 'csv']) }).returns<SavedReport | null>(),
  /** Of what a file would hold now: another one for each different content. */
  'report.version': command(Chosen).returns<string>(),
  /** Makes the page that the frame of the preview shows. `isWhole`: false for the first part of a long report. */
  'report.preview': command(Chosen).returns<{ number: number; isWhole: boolean }>(),
  /** Opens the system's print dialog. False if the person cancels. */
  'report.print': command(Chosen).returns<boolean>(),
  /** What is done with the file that was saved last. */
  'report.show-file': command({}),
  'report.copy-file': command({}),
  /** Opens a draft in the e-mail program. False if the person has to attach the file. */
  'report.email-file': command({}).returns<boolean>(),
  'report.copy': command({ ...Chosen, format: z.enum(['markdown', 'text']) }),
} satisfies CommandsOf<'report'>;
