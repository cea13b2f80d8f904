/** Schemas shared by commands of several features. */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { typedLine } from './text.ts';

export const Instant = z.iso.datetime();
export const Id = z.string().min(1).max(200);
export const Note = z.string().max(LENGTHS.note);
export const OneTask = { taskId: Id };
export const OneProject = { projectId: Id };
/** With the name shown on screen, for texts about the write. */
export const NamedProject = { ...OneProject, projectName: typedLine(500) };
export const Address = z.string().min(1).max(LENGTHS.address);
export const LocalDay = z.iso.date();
