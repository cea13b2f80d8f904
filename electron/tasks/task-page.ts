/** The task whose page is open: read when it is opened, changed through the outbox, its changes laid over what was read. */
import type { Client } from '../service/client.ts';
import { readDescription } from '../service/descriptions.ts';
import { ServiceError } from '../service/errors.ts';
import type { Priority, RelationType } from '../service/records.ts';
import { words } from '../words/index.ts';
import { ProblemError } from '../words/problems.ts';
import { readDetails } from './details.ts';
import type { RelationKind, TaskChoices, TaskDetails, TaskHit } from './details-view.ts';
import { labelColor } from './label-color.ts';
import { changedDetails, type PendingChanges } from './pending.ts';
import type { Place, TaskChanges } from './task-changes.ts';
import { identifierOf, oneLine, type TaskView } from './task-view.ts';

/** Who looks, and through what. */
export interface TaskPageSource {
  accountId: string;
  userId: string;
  workspaceId: string;
  client: Client;
  canOpenInBrowser: boolean;
}

type Where = Pick<TaskPageSource, 'accountId' | 'workspaceId'>;

/** What is known of the workspace without asking. */
export interface KnownLists {
  projects: readonly { id: string; slug: string; name: string }[];
  labels: readonly { id: string; name: string; color: string }[];
  people: readonly { id: string; name: string }[];
  columns: Readonly<Record<string, readonly Place[]>>;
}

export interface TaskPageOptions {
  taskChanges: TaskChanges;
  /** Its row, where it is in a list. */
  find: (taskId: string) => TaskView | undefined;
  lists: () => KnownLists;
  /** Reads the columns of a project, where they are not known. */
  need: (projectId: string) => Promise<void>;
  lacks: () => string[];
}

export type TaskPage = ReturnType<typeof createTaskPage>;

/** Where a task lies outside the columns (section 3, task placement). */
export const OUTSIDE: readonly Place[] = [
  { slug: 'planned', name: 'Planned', isFinal: false },
  { slug: 'archived', name: 'Archived', isFinal: false },
];

/** No screen has room for more (UTF-16 code units). */
const MAX_DESCRIPTION = 2_000_000;
const MAX_HITS = 20;
/** What search gives is of all kinds; the service gives 50 at most. */
const MAX_FOUND = 50;

export function createTaskPage({ taskChanges, find, lists, need, lacks }: TaskPageOptions) {
  /** As the service last gave it. */
  let read: { accountId: string; details: TaskDetails } | null = null;

  const slugOf = (projectId: string): string | undefined => lists().projects.find(({ id }) => id === projectId)?.slug;

  function withPending(accountId: string, details: TaskDetails): TaskDetails {
    const changes: PendingChanges = taskChanges.pending(accountId);
    return named(changedDetails(details, changes.get(details.task.id)));
  }

  /** The column's name, which the task itself does not carry. */
  function named(details: TaskDetails): TaskDetails {
    const { task } = details;
    const place = placesOf(task.projectId).find(({ slug }) => slug === task.status);
    return { ...details, task: { ...task, statusName: place?.name ?? task.statusName } };
  }

  const placesOf = (projectId: string): Place[] => [...(lists().columns[projectId] ?? []), ...OUTSIDE];

  /** The page as it is shown. Throws ProblemError where another one is open by now. */
  function shown(accountId: string, taskId: string): TaskDetails {
    if (read?.accountId === accountId && read.details.task.id === taskId) return withPending(accountId, read.details);
    throw new ProblemError({ kind: 'invalid', ...words.tasks.notOpen });
  }

  const placeOf = ({ task }: TaskDetails, slug = task.status): Place =>
    placesOf(task.projectId).find((place) => place.slug === slug) ?? {
      slug,
      name: task.statusName ?? slug,
      isFinal: false,
    };

  return {
    /** Throws ServiceError. */
    async open(source: TaskPageSource, taskId: string): Promise<TaskDetails> {
      const known = find(taskId);
      const [details] = await Promise.all([
        readDetails({ ...source, lacks: lacks(), slugOf }, taskId, known),
        known && need(known.projectId),
      ]);
      await need(details.task.projectId);
      read = { accountId: source.accountId, details };
      return withPending(source.accountId, details);
    },

    /** Throws ProblemError where another one is open by now. */
    task: (accountId: string, taskId: string): TaskView => shown(accountId, taskId).task,

    choices(accountId: string, taskId: string): TaskChoices {
      const { task } = shown(accountId, taskId);
      const { people, labels } = lists();
      return {
        places: placesOf(task.projectId),
        people: people.map(({ id, name }) => ({ id, name })),
        labels: [...labels],
      };
    },

    /** The whole of a long description. Throws ServiceError. */
    async description(source: TaskPageSource, taskId: string): Promise<string> {
      const text = await readDescription(source.client, { of: 'task', taskId });
      return text.slice(0, MAX_DESCRIPTION);
    },

    setStatus(accountId: string, taskId: string, slug: string): void {
      const details = shown(accountId, taskId);
      taskChanges.setStatus(accountId, details.task, placeOf(details), placeOf(details, slug));
    },
    setPriority(accountId: string, taskId: string, priority: Priority): void {
      const { task } = shown(accountId, taskId);
      taskChanges.setPriority(accountId, task, task.priority, priority);
    },
    setDueDate(accountId: string, taskId: string, dueDate: string | null): void {
      const { task } = shown(accountId, taskId);
      taskChanges.setDueDate(accountId, task, task.dueDate, dueDate);
    },
    setAssignee(accountId: string, taskId: string, userId: string | null): void {
      const { task, assignee } = shown(accountId, taskId);
      const person = lists().people.find(({ id }) => id === userId);
      taskChanges.setAssignee(accountId, task, assignee, person ?? null);
    },
    setTitle(accountId: string, taskId: string, title: string): void {
      const { task } = shown(accountId, taskId);
      taskChanges.setTitle(accountId, task, task.title, oneLine(title, 500));
    },

    /** One of the workspace's labels, or a new one of that name. */
    addLabel({ accountId, workspaceId }: Where, taskId: string, name: string): void {
      const { task } = shown(accountId, taskId);
      if (task.labels.some((label) => label.name === name)) return;
      const known = lists().labels.find((label) => label.name === name);
      taskChanges.attachLabel(accountId, {
        taskId,
        identifier: task.identifier,
        workspaceId,
        labelId: known?.id ?? null,
        name,
        color: known?.color ?? labelColor(name),
      });
    },
    removeLabel({ accountId, workspaceId }: Where, taskId: string, labelId: string): void {
      const { task, labels } = shown(accountId, taskId);
      const label = labels?.find(({ id }) => id === labelId);
      if (label === undefined) return;
      const { name, color, isCopy } = label;
      const { identifier } = task;
      taskChanges.removeLabel(accountId, { taskId, identifier, labelId, name, color, isCopy, workspaceId });
    },

    addRelation(accountId: string, taskId: string, other: { id: string; name: string }, kind: RelationKind): void {
      const { task } = shown(accountId, taskId);
      const isSource = kind !== 'parent' && kind !== 'blocked-by';
      taskChanges.addRelation(accountId, {
        taskId,
        identifier: task.identifier,
        sourceTaskId: isSource ? taskId : other.id,
        targetTaskId: isSource ? other.id : taskId,
        relationType: RELATION_TYPE[kind],
        otherName: other.name,
      });
    },
    removeRelation(accountId: string, taskId: string, relationId: string): void {
      const { task, relations } = shown(accountId, taskId);
      const relation = relations?.find(({ id }) => id === relationId);
      if (relation === undefined) return;
      const { sourceTaskId, targetTaskId, kind } = relation;
      const otherName = relation.task.identifier || relation.task.title;
      const { identifier } = task;
      taskChanges.removeRelation(
        accountId,
        { taskId, identifier, relationId, otherName },
        { taskId, identifier, sourceTaskId, targetTaskId, relationType: RELATION_TYPE[kind], otherName },
      );
    },

    addLink(accountId: string, taskId: string, url: string, title: string): void {
      const { task } = shown(accountId, taskId);
      taskChanges.addLink(accountId, { taskId, identifier: task.identifier, url, title });
    },
    removeLink(accountId: string, taskId: string, linkId: string): void {
      const { task, links } = shown(accountId, taskId);
      const link = links?.find(({ id, isManual }) => id === linkId && isManual);
      if (link === undefined) return;
      const { identifier } = task;
      taskChanges.removeLink(accountId, { taskId, identifier, linkId, name: link.title }, link.url);
    },
    /** Where a link of the page leads; undefined where there is none of that id. */
    linkUrl: (accountId: string, taskId: string, linkId: string): string | undefined =>
      shown(accountId, taskId).links?.find(({ id }) => id === linkId)?.url,

    /** Tasks of the workspace, by words. Throws ServiceError. */
    async search({ client, workspaceId }: TaskPageSource, query: string): Promise<TaskHit[]> {
      const { projects } = lists();
      const hit = (id: string, projectId: string, number: number | null, title: string): TaskHit => {
        const project = projects.find((one) => one.id === projectId);
        const identifier = project === undefined ? '' : identifierOf(project.slug, number);
        return {
          id,
          identifier: identifier || (number === null ? '' : `#${number}`),
          title: oneLine(title, 200) || '(no title)',
          projectName: project?.name ?? '',
        };
      };
      try {
        const { results } = await client.search({ q: query, workspaceId, limit: MAX_FOUND });
        return results.flatMap(({ type, id, projectId, taskNumber, title }) =>
          type === 'task' && projectId != null ? [hit(id, projectId, taskNumber ?? null, title)] : [],
        );
      } catch (error) {
        if (!(error instanceof ServiceError && error.kind === 'refused' && error.status === 404)) throw error;
        // The specification has no search, but a listing (section 4, GET /task).
        const wanted = query.toLocaleLowerCase();
        return (await client.listTasks(workspaceId))
          .filter(({ title }) => title?.toLocaleLowerCase().includes(wanted))
          .slice(0, MAX_HITS)
          .map(({ id, projectId, number, title }) => hit(id, projectId, number ?? null, title ?? ''));
      }
    },
  };
}

const RELATION_TYPE: Record<RelationKind, RelationType> = {
  subtask: 'subtask',
  parent: 'subtask',
  blocks: 'blocks',
  'blocked-by': 'blocks',
  related: 'related',
};
