/**
 * Fields of commands, views and records. Text that people write is cleaned where it enters, from the service, the disk or a window,
 * and nowhere else.
 */
import { z } from 'zod';
import { LENGTHS, MAX_NAME, MAX_TITLE } from '../limits.ts';
import { oneLine } from '../tasks/clean-text.ts';

/** One line; what is longer than `max` UTF-16 code units is cut. */
export const line = (max: number) => z.string().transform((text) => oneLine(text, max));

/** Of a task. Empty for an untitled one: views show their message for that. */
export const Title = line(MAX_TITLE);
/** Of a project, column, label, person or workspace. */
export const Name = line(MAX_NAME);

/** One line that a person types; a longer one than `max` is refused. */
export const typedLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => oneLine(text, max));
export const requiredLine = (max: number) => typedLine(max).pipe(z.string().min(1));

export const Instant = z.iso.datetime();
export const Id = z.string().min(1).max(200);
export const Note = z.string().max(LENGTHS.note);
/** Answers the question of a closed week with yes (error `needs-confirmation`). */
export const AllowClosed = { allowClosed: z.boolean().optional() };
/** `accountId`: if the person saw it as a task of this account, which others may know too. */
export const OneTask = { taskId: Id, accountId: Id.optional() };
/** Whose workspace a page of a project shows; without one it is that of the account in front. */
export const OfAccount = { accountId: Id.optional() };
export const OneProject = { projectId: Id, ...OfAccount };
/** With the name shown on screen, for texts about the write. */
export const NamedProject = { ...OneProject, projectName: typedLine(500) };
export const Address = z.string().min(1).max(LENGTHS.address);
export const LocalDay = z.iso.date();
/** A day whose dates and weeks can be computed. */
export const PeriodDay = LocalDay.refine((day) => day >= '1970-01-01' && day < '2200-01-01');
