/** Priorities of a task, lowest first. */
import { z } from 'zod';

/** Task priorities, lowest first. */
export const Priority = z.enum(['no-priority', 'low', 'medium', 'high', 'urgent']);

export type Priority = z.infer<typeof Priority>;

/** As it is read: one that nobody here knows is shown as such. */
export const ReadPriority = z.enum([...Priority.options, 'unknown']);

export type ReadPriority = z.infer<typeof ReadPriority>;
