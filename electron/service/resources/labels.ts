/** Labels (docs/service.md#labels). */

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import { ServiceError } from '../errors.ts';
import { type Http, segment } from '../http.ts';
import { parseRecord } from '../response.ts';
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
const Labels = listOf('label', Label, { ...LABEL_OPTIONS, required: ['taskId'] });

/** The answer to a write. Accepted even if partly unreadable, because the write succeeded. */
const WrittenLabel = oneOf('label', Label, LABEL_OPTIONS);

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

/** Requests until a deletion in progress counts as timed out. */
const MAX_DELETION_REQUESTS = 20;
/** The pause between them doubles. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

export const labelEndpoints = (http: Http) => ({
  /** Definitions (`taskId` null) and, on real servers, the copies on tasks. */
  listWorkspaceLabels: (workspaceId: string) => http.get(`/label/workspace/${segment(workspaceId)}`, Labels),

  listTaskLabels: (taskId: string) => http.get(`/label/task/${segment(taskId)}`, Labels),

  /** Returns an existing label of that name and colour. Repeatable. */
  createLabel: (body: LabelCreate) => http.post('/label', WrittenLabel, { body }),

  /** Renames a definition with all its copies; needs both fields. */
  updateLabel: (id: string, body: LabelUpdate) => http.put(`/label/${segment(id)}`, WrittenLabel, { body }),

  /** Copies a definition to a task and returns the copy. The id of another task's copy would move that copy. */
  addLabelToTask: (id: string, taskId: string) =>
    http.put(`/label/${segment(id)}/task`, WrittenLabel, { body: { taskId } }),

  /** Removes a label from its task; `id` is that of the copy. */
  removeLabelFromTask: (id: string) => http.delete(`/label/${segment(id)}/task`, WrittenLabel),

  /**
   * Deletes a definition with all its copies. Newer servers may answer 202 while that is in progress; the request is then repeated
   * until the answer is 200.
   */
  deleteLabel: async (id: string, signal?: AbortSignal): Promise<Label> => {
    for (let requests = 0, pause = FIRST_PAUSE_MS; requests < MAX_DELETION_REQUESTS; requests += 1) {
      const answer = await http.requestJson({ method: 'DELETE', path: `/label/${segment(id)}`, signal });
      if (answer.status !== 202) return parseRecord(answer, WrittenLabel);
      await sleep(pause, undefined, signal && { signal });
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
    throw new ServiceError({ kind: 'timeout', reason: { is: 'label-lasts' } });
  },
});
