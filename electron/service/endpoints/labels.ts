/** Labels (docs/service.md#labels). A label on a task is a copy of the workspace's definition. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { type Label, type LabelCreate, Labels, type LabelUpdate, WrittenLabel } from '../records.ts';
import { parseRecord } from '../response.ts';

/** A deletion that goes on is asked after this often, with pauses (ms) that grow to the second. */
const MAX_DELETION_ASKS = 20;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [100, 2_000];

export const labelEndpoints = (http: Http) => ({
  /** GET /label/workspace/{id}: definitions and, on real servers, copies on tasks; `taskId` null marks a definition. */
  listWorkspaceLabels: (workspaceId: string) =>
    http.request({ method: 'GET', path: `/label/workspace/${part(workspaceId)}`, schema: Labels }),

  /** GET /label/task/{taskId}: every label on a task. */
  listTaskLabels: (taskId: string) =>
    http.request({ method: 'GET', path: `/label/task/${part(taskId)}`, schema: Labels }),

  /** POST /label: the same name and colour give back the label there is, so this is repeatable. */
  createLabel: (body: LabelCreate) => http.request({ method: 'POST', path: '/label', body, schema: WrittenLabel }),

  /** PUT /label/{id}: renames a definition with all its copies; both fields are needed. */
  updateLabel: (id: string, body: LabelUpdate) =>
    http.request({ method: 'PUT', path: `/label/${part(id)}`, body, schema: WrittenLabel }),

  /** PUT /label/{id}/task: puts a copy of a definition on a task; gives the copy. The id of another task's copy would move it. */
  putLabelOnTask: (id: string, taskId: string) =>
    http.request({ method: 'PUT', path: `/label/${part(id)}/task`, body: { taskId }, schema: WrittenLabel }),

  /** DELETE /label/{id}/task: takes a task's copy off it, by the copy's own id. */
  takeLabelOffTask: (id: string) =>
    http.request({ method: 'DELETE', path: `/label/${part(id)}/task`, schema: WrittenLabel }),

  /**
   * DELETE /label/{id}: a definition goes with all its copies. Newer servers may answer 202 while that goes on:
   * it is repeated until they say 200, and ends as `timeout` where they never do.
   */
  deleteLabel: async (id: string, signal?: AbortSignal): Promise<Label> => {
    for (let ask = 0, pause = FIRST_PAUSE_MS; ask < MAX_DELETION_ASKS; ask += 1) {
      const answer = await http.ask({ method: 'DELETE', path: `/label/${part(id)}`, signal });
      if (answer.status !== 202) return parseRecord(answer, WrittenLabel);
      await sleep(pause, undefined, signal && { signal });
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
    throw new ServiceError({ kind: 'timeout', reason: { is: 'label-lasts' } });
  },
});
