/** Labels (docs/service.md#labels). A label on a task is a copy of the workspace's definition. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { type Http, part } from '../http.ts';
import { type Label, type LabelCreate, Labels, type LabelUpdate, WrittenLabel } from '../records.ts';
import { parseRecord } from '../response.ts';

/** Requests until a deletion in progress counts as timed out. */
const MAX_DELETION_REQUESTS = 20;
/** The pause between them doubles. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

export const labelEndpoints = (http: Http) => ({
  /** Definitions (`taskId` null) and, on real servers, the copies on tasks. */
  listWorkspaceLabels: (workspaceId: string) => http.get(`/label/workspace/${part(workspaceId)}`, Labels),

  listTaskLabels: (taskId: string) => http.get(`/label/task/${part(taskId)}`, Labels),

  /** Returns an existing label of that name and colour. Repeatable. */
  createLabel: (body: LabelCreate) => http.post('/label', WrittenLabel, { body }),

  /** Renames a definition with all its copies; needs both fields. */
  updateLabel: (id: string, body: LabelUpdate) => http.put(`/label/${part(id)}`, WrittenLabel, { body }),

  /** Copies a definition to a task and returns the copy. The id of another task's copy would move that copy. */
  addLabelToTask: (id: string, taskId: string) =>
    http.put(`/label/${part(id)}/task`, WrittenLabel, { body: { taskId } }),

  /** Removes a label from its task; `id` is that of the copy. */
  removeLabelFromTask: (id: string) => http.delete(`/label/${part(id)}/task`, WrittenLabel),

  /**
   * Deletes a definition with all its copies. Newer servers may answer 202 while that is in progress; the request is then repeated
   * until the answer is 200.
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
