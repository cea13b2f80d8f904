/** What commands of several features take. */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';

/** The commands of a feature: each is named after it, so no two features can have the same one. */
export type CommandsOf<Feature extends string> = Record<`${Feature}.${string}`, z.ZodObject>;

export const Empty = z.object({}).strict();
export const Instant = z.iso.datetime();
export const Id = z.string().min(1).max(200);
export const Note = z.string().max(LENGTHS.note);
export const OneTask = z.object({ taskId: Id }).strict();
export const OneProject = z.object({ projectId: Id }).strict();
/** As it is called on the screen, for words about the write. */
export const NamedProject = OneProject.extend({ projectName: z.string().max(500) }).strict();
export const Address = z.string().min(1).max(LENGTHS.address);
export const LocalDay = z.iso.date();
