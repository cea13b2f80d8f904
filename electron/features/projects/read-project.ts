/** A project's page: the service's record, its progress and pending changes. */
import type { ProjectPage } from '../../../shared/contract/project-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';
import type { Project, ProjectListItem, ProjectWithTasks } from '../../service/records.ts';
import { projectArchive, projectsOrder, projectUpdate } from './project-writes.ts';

export interface ProjectSource {
  workspaceId: string;
  workspaces: readonly { id: string; name: string }[];
  /** Root of the web app or of the server; null if only this computer can reach it. */
  webUrl: string | null;
  /** Open writes of the account whose kind begins with `project.`. */
  open: readonly OutboxItem[];
}

/** A longer description would slow the window down (UTF-16 code units). */
const MAX_PROJECT_DESCRIPTION = 100_000;
/** UTF-16 code units. */
const MAX_ICON = 1_000;
/** Projects in the sortable list. */
const MAX_ORDER = 1_000;

/** Throws ServiceError. */
export async function readProject(
  client: Pick<Client, 'getProject' | 'listProjects' | 'listColumns'>,
  source: ProjectSource,
  projectId: string,
): Promise<ProjectPage> {
  const [project, listed] = await Promise.all([
    client.getProject(projectId),
    client.listProjects(source.workspaceId, { includeArchived: true }),
  ]);
  const statistics = listed.find(({ id }) => id === projectId)?.statistics;
  return {
    project: applyPendingToProject(viewOf(project), source.open),
    progress: statistics
      ? {
          completionPercentage: Math.round(statistics.completionPercentage),
          totalTasks: statistics.totalTasks,
          dueDate: await soonestDue(client, project, statistics.dueDate ?? null),
        }
      : null,
    publicUrl: source.webUrl === null ? null : `${source.webUrl}/public-project/${encodeURIComponent(projectId)}`,
    order: orderWithPending(named(listed.filter(({ archivedAt }) => archivedAt == null)), source),
    moveTo: source.workspaces.filter(({ id }) => id !== project.workspaceId),
  };
}

/**
 * The earliest due date of an open task. `fromStatistics`: the service's value. Older servers count completed tasks in it
 * (docs/service.md#projects), but return the tasks with the project.
 */
async function soonestDue(
  client: Pick<Client, 'listColumns'>,
  { id, tasks }: ProjectWithTasks,
  fromStatistics: string | null,
): Promise<string | null> {
  const columns = tasks && (await client.listColumns(id).catch(() => undefined));
  if (tasks === undefined || columns === undefined) return fromStatistics;
  const open = new Set(['planned', ...columns.filter(({ isFinal }) => !isFinal).map(({ slug }) => slug)]);
  const dates = tasks.flatMap(({ status, dueDate }) => (open.has(status) && dueDate ? [dueDate] : []));
  return dates.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

/** The archived projects of a workspace, by name. Throws ServiceError. */
export async function readArchived(
  client: Pick<Client, 'listProjects'>,
  workspaceId: string,
): Promise<ProjectPage['order']> {
  const listed = await client.listProjects(workspaceId, { includeArchived: true });
  return named(listed.filter(({ archivedAt }) => archivedAt != null)).sort((one, other) =>
    one.name.localeCompare(other.name),
  );
}

const named = (listed: readonly ProjectListItem[]): ProjectPage['order'] =>
  listed.slice(0, MAX_ORDER).map(({ id, name, slug }) => ({ id, name: name || slug }));

/** The ids of a workspace's projects as last ordered here, while that is not sent. Pure. */
export function pendingOrder(open: ProjectSource['open'], workspaceId: string): string[] | undefined {
  return (
    open
      // Rejected changes are not shown.
      .filter(({ kind, state }) => kind === projectsOrder.kind && state !== 'needs-you')
      .map(({ payload }) => projectsOrder.schema.parse(payload))
      .findLast((one) => one.workspaceId === workspaceId)?.projectIds
  );
}

/** The order as last changed here, also while that is not sent. */
function orderWithPending(order: ProjectPage['order'], { open, workspaceId }: ProjectSource): ProjectPage['order'] {
  const projectIds = pendingOrder(open, workspaceId);
  if (projectIds === undefined) return order;
  const byId = new Map(order.map((one) => [one.id, one]));
  return [...projectIds.flatMap((id) => byId.get(id) ?? []), ...order.filter(({ id }) => !projectIds.includes(id))];
}

function viewOf(project: Project): ProjectPage['project'] {
  const { id, name, slug, icon, description, isPublic, archivedAt, backgroundVersion } = project;
  return {
    id,
    name,
    slug,
    icon: icon?.slice(0, MAX_ICON) ?? '',
    description: description?.slice(0, MAX_PROJECT_DESCRIPTION) ?? '',
    isDescriptionWhole: (description?.length ?? 0) <= MAX_PROJECT_DESCRIPTION,
    isPublic: isPublic ?? false,
    isArchived: archivedAt != null,
    backgroundVersion: backgroundVersion ?? null,
  };
}

/** Applies pending changes. Pure. */
export function applyPendingToProject(
  project: ProjectPage['project'],
  open: readonly Pick<OutboxItem, 'kind' | 'payload' | 'state'>[],
): ProjectPage['project'] {
  let shown = project;
  for (const { kind, payload, state } of open) {
    // Rejected changes are not shown.
    if (state === 'needs-you') continue;
    if (kind === projectUpdate.kind) {
      const { projectId, changed } = projectUpdate.schema.parse(payload);
      const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      if (projectId === project.id) shown = { ...shown, ...set };
    } else if (kind === projectArchive.kind) {
      const { projectId, isArchived } = projectArchive.schema.parse(payload);
      if (projectId === project.id) shown = { ...shown, isArchived };
    }
  }
  return shown;
}
