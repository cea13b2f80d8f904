/** Reads descriptions that are too long for a board, page by page (docs/service.md#descriptions). */

import type { Client } from './client.ts';
import { ServiceError } from './errors.ts';
import type { Repaired, TaskDescriptionPage } from './records.ts';
import type { DescriptionQuery } from './resources/descriptions.ts';
import { type ReadOptions, restartWhenChanged, retryWhenBusy } from './retry-busy-page.ts';

/** Owner of the description. A project's description is part of GET /project/{id} and has no pages. */
export type DescriptionOf =
  | { of: 'task'; taskId: string }
  | { of: 'project'; projectId: string }
  | { of: 'public-project'; projectId: string }
  | { of: 'public-task'; projectId: string; taskId: string };

type DescriptionClient = Pick<
  Client,
  | 'getTask'
  | 'getProject'
  | 'getTaskDescriptionPage'
  | 'getPublicProjectDescriptionPage'
  | 'getPublicTaskDescriptionPage'
>;

const MAX_PAGES = 2_000;
/** UTF-16 code units. */
const MAX_LENGTH = 20_000_000;

/**
 * Reads a description; '' if there is none. If it changes during the read, the read begins again, at most three times; then throws
 * a ServiceError with the code `KEEPS_CHANGING`.
 */
export async function readDescription(
  client: DescriptionClient,
  which: DescriptionOf,
  options: ReadOptions = {},
): Promise<string> {
  switch (which.of) {
    case 'project':
      return descriptionOf(await retryWhenBusy(() => client.getProject(which.projectId), options));
    case 'public-project':
      return readText(
        (query) => client.getPublicProjectDescriptionPage(which.projectId, query, options.signal),
        options,
      );
    case 'public-task':
      return readText(
        (query) => client.getPublicTaskDescriptionPage(which.projectId, which.taskId, query, options.signal),
        options,
      );
    case 'task':
      try {
        return await readText((query) => client.getTaskDescriptionPage(which.taskId, query, options.signal), options);
      } catch (error) {
        // Older servers have no description pages; their tasks contain the whole description.
        if (!(error instanceof ServiceError && error.status === 404)) throw error;
        return descriptionOf(await retryWhenBusy(() => client.getTask(which.taskId), options));
      }
  }
}

/** Reads a task's description, with one request unless it is long; '' if there is none. Throws ServiceError. */
export async function readTaskDescription(client: DescriptionClient, taskId: string): Promise<string> {
  const task = await client.getTask(taskId);
  const isUnreadable = task.unreadableFields?.some(
    (field) => field === 'description' || field === 'descriptionDeferred',
  );
  if (task.descriptionDeferred !== true && !isUnreadable) return task.description ?? '';
  return readDescription(client, { of: 'task', taskId });
}

/** Throws if the description was unreadable, because it must not pass for an empty one. */
function descriptionOf(record: Repaired & { description?: string | null | undefined }): string {
  if (!record.unreadableFields?.includes('description')) return record.description ?? '';
  throw new ServiceError({ kind: 'malformed', reason: { is: 'field', path: 'description', what: 'is wrong' } });
}

async function readText(
  source: (query: DescriptionQuery) => Promise<TaskDescriptionPage>,
  options: ReadOptions,
): Promise<string> {
  for (let restarts = 1; ; restarts += 1) {
    const text = await readOnce(source, options);
    if (text !== 'changed') return text.whole;
    await restartWhenChanged(restarts, 'description', options);
  }
}

async function readOnce(
  source: (query: DescriptionQuery) => Promise<TaskDescriptionPage>,
  options: ReadOptions,
): Promise<{ whole: string } | 'changed'> {
  let whole = '';
  let query: DescriptionQuery = { offset: 0 };
  for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
    let page: TaskDescriptionPage;
    try {
      page = await retryWhenBusy(() => source(query), options);
    } catch (error) {
      // On the first page, 409 has other meanings, such as a project that is no longer public.
      const hasChanged = error instanceof ServiceError && error.status === 409 && query.version !== undefined;
      if (hasChanged) return 'changed';
      throw error;
    }
    if (query.version !== undefined && page.version !== query.version) return 'changed';
    whole += page.content;
    if (whole.length > MAX_LENGTH) break;
    if (page.nextOffset === null) return { whole };
    if (page.nextOffset <= query.offset) {
      throw new ServiceError({ kind: 'malformed', reason: { is: 'page-stands' } });
    }
    query = { offset: page.nextOffset, version: page.version };
  }
  throw new ServiceError({ kind: 'too-large', reason: { is: 'description-long' } });
}
