/** Labels (docs/service.md#labels). */
import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import { Id, NO_TIME, Timestamp } from './common.ts';
import { listOf, oneOf } from './lenient.ts';

/** UTF-16 code units. */
const MAX_COLOR = 100;

export const TaskLabel = z.object({
  id: Id,
  name: Name,
  color: z.string().transform((color) => color.slice(0, MAX_COLOR)),
});
export type TaskLabel = z.infer<typeof TaskLabel>;

/** The labels of a task. */
export const TaskLabels = listOf('label', TaskLabel, { fallback: { name: '', color: '' } });

/** `taskId` null marks a definition of the workspace. Real servers may send a null `workspaceId`. */
export const Label = TaskLabel.extend({
  taskId: Id.nullish(),
  workspaceId: Id.nullish(),
  createdAt: Timestamp,
});
export type Label = z.infer<typeof Label>;

const LABEL_OPTIONS = { fallback: { name: '', color: '', createdAt: NO_TIME } };

/** `taskId` is required: null distinguishes a definition from a copy. */
export const Labels = listOf('label', Label, { ...LABEL_OPTIONS, required: ['taskId'] });

/** The answer to a write. Accepted even if partly unreadable, because the write succeeded. */
export const WrittenLabel = oneOf('label', Label, LABEL_OPTIONS);

/** Body of POST /label. With `taskId`, the label is added to that task. */
export const LabelCreate = z.object({
  name: z.string().min(1),
  color: z.string().min(1),
  workspaceId: z.string().min(1),
  taskId: z.string().min(1).optional(),
});
export type LabelCreate = z.infer<typeof LabelCreate>;

/** Body of PUT /label/{id}. */
export const LabelUpdate = z.object({ name: z.string().min(1), color: z.string() });
export type LabelUpdate = z.infer<typeof LabelUpdate>;
