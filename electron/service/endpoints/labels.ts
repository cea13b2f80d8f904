/** Labels (docs/service.md#labels). A label on a task is a copy of the workspace's definition. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { type Label, type LabelCreate, Labels, type LabelUpdate, WrittenLabel } from '../records.ts';
import { parseRecord } from '../response.ts';

/** Requests until a deletion in progress counts as timed out. */
const MAX_DELETION_REQUESTS = 20;
/** The pause between them doubles. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

export const labelEndpoints = (http: Http) => ({
  /** GET /label/workspace/{id}: definitions (`taskId` null) and, on real servers, the copies on tasks. */
  listWorkspaceLabels: (workspaceId: string) =>
    http.request({ method: 'GET', path: `/label/workspace/${part(workspaceId)}`, schema: Labels }),

  /** GET /label/task/{taskId}: every label on a task. */
  listTaskLabels: (taskId: string) =>
    http.request({ method: 'GET', path: `/label/task/${part(taskId)}`, schema: Labels }),

  /** POST /label: returns an existing label of that name and colour. Repeatable. */
  createLabel: (body: LabelCreate) => http.request({ method: 'POST', path: '/label', body, schema: WrittenLabel }),

  /** PUT /label/{id}: renames a definition with all its copies; needs both fields. */
  updateLabel: (id: string, body: LabelUpdate) =>
    http.request({ method: 'PUT', path: `/label/${part(id)}`, body, schema: WrittenLabel }),

  /** PUT /label/{id}/task: copies a definition to a task and returns the copy. The id of another task's copy would move that copy. */
  addLabelToTask: (id: string, taskId: string) =>
    http.request({ method: 'PUT', path: `/label/${part(id)}/task`, body: { taskId }, schema: WrittenLabel }),

  /** DELETE /label/{id}/task: removes a label from its task; `id` is that of the copy. */
  removeLabelFromTask: (id: string) =>
    http.request({ method: 'DELETE', path: `/label/${part(id)}/task`, schema: WrittenLabel }),

  /**
   * DELETE /label/{id}: deletes a definition with all its copies. Newer servers may answer 202 while that is in progress; the
   * request is then repeated until the answer is 200.
   */
  deleteLabel: async (id: string, signal?: AbortSignal): Promise<Label> => {
    for (let requests = 0, pause = FIRST_PAUSE_MS; requests < MAX_DELETION_REQUESTS; requests += 1) {
      const answer = await http.requestJson({ method: 'DELETE', path: `/label/${part(id)}`, signal });
      if (answer.status !== 202) return parseRecord(answer, WrittenLabel);
      await sleep(pause, undefined, signal && { signal });
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
    throw new ServiceError({ kind: 'timeout', reason: { is: 'label-lasts' } });
  },
});
