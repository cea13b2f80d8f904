/** Changes of a whole project, of the order of projects, and of the workspace's labels (unshown paths, projects; section 4). */
import { z } from 'zod';
import { ProjectUpdate } from '../service/records.ts';
import { unlessGone } from './label-writes.ts';
import type { WriteKind } from './outbox.ts';
import { setting } from './setting.ts';

const OfProject = z.object({
  projectId: z.string(),
  /** As it is called now, for words. */
  projectName: z.string(),
});

export const PROJECT_UPDATE = 'project.update';
export const ProjectUpdatePayload = OfProject.extend({
  changed: ProjectUpdate.partial(),
  /** What is sent: the project as it was just before, with what changed; null until then. */
  whole: ProjectUpdate.nullable(),
});
export type ProjectUpdatePayload = z.infer<typeof ProjectUpdatePayload>;

/** PUT /project/{id} (unshown paths) replaces all fields: what the person left alone is asked of the service just before. */
export const projectUpdate: WriteKind<ProjectUpdatePayload> = {
  ...setting<ProjectUpdatePayload>({
    kind: PROJECT_UPDATE,
    schema: ProjectUpdatePayload,
    send: ({ projectId, whole }, client) => client.updateProject(projectId, ProjectUpdate.parse(whole)),
    describe: ({ projectName }) => `Change the project ${projectName}`,
    refused: ({ projectName }) => `The project ${projectName} stays as it was`,
  }),
  async prepare(payload, { client }) {
    const { name, icon, slug, description, isPublic } = await client.getProject(payload.projectId);
    const known = { name, icon: icon ?? '', slug, description: description ?? '', isPublic: isPublic ?? false };
    return { ...payload, whole: ProjectUpdate.parse({ ...known, ...payload.changed }) };
  },
};

export const PROJECT_ARCHIVE = 'project.archive';
export const ProjectArchivePayload = OfProject.extend({ isArchived: z.boolean() });
export type ProjectArchivePayload = z.infer<typeof ProjectArchivePayload>;

/** PUT /project/{id}/archive and /unarchive (unshown paths). */
export const projectArchive = setting<ProjectArchivePayload>({
  kind: PROJECT_ARCHIVE,
  schema: ProjectArchivePayload,
  send: ({ projectId, isArchived }, client) =>
    isArchived ? client.archiveProject(projectId) : client.unarchiveProject(projectId),
  describe: ({ projectName, isArchived }) =>
    isArchived ? `Archive the project ${projectName}` : `Take the project ${projectName} out of the archive`,
  refused: ({ projectName, isArchived }) =>
    isArchived ? `The project ${projectName} is not archived` : `The project ${projectName} stays archived`,
});

export const PROJECT_CREATE = 'project.create';
export const ProjectCreatePayload = z.object({
  name: z.string().min(1),
  slug: z.string().min(1),
  icon: z.string(),
  workspaceId: z.string(),
  /** Ids of the projects there were just before it was first sent; null until then. */
  before: z.array(z.string()).nullable(),
});
export type ProjectCreatePayload = z.infer<typeof ProjectCreatePayload>;

/** The service's id of a project that was made. */
export const CreatedProject = z.object({ id: z.string() });

/** POST /project (unshown paths). Not every server refuses a key twice: a lost one is looked for among the new ones. */
export const projectCreate: WriteKind<ProjectCreatePayload> = {
  kind: PROJECT_CREATE,
  schema: ProjectCreatePayload,
  async prepare(payload, { client }) {
    const projects = await client.listProjects(payload.workspaceId, { includeArchived: true });
    return { ...payload, before: projects.map(({ id }) => id) };
  },
  async send({ name, slug, icon, workspaceId }, { client }) {
    const { id } = await client.createProject({ name, slug, icon, workspaceId });
    return { serverId: id, value: { id } };
  },
  async find({ name, slug, workspaceId, before }, { client }, isKnown) {
    const projects = await client.listProjects(workspaceId, { includeArchived: true });
    const found = projects.find(
      (one) => one.name === name && one.slug === slug && !before?.includes(one.id) && !isKnown(one.id),
    );
    return found && { serverId: found.id, value: { id: found.id } };
  },
  describe: ({ name }) => `New project “${name}”`,
  refused: ({ name }) => `The project “${name}” was not made`,
};

export const PROJECT_DELETE = 'project.delete';
export const ProjectDeletePayload = OfProject.extend({ workspaceId: z.string() });
export type ProjectDeletePayload = z.infer<typeof ProjectDeletePayload>;

/** DELETE /project/{id} (unshown paths). An unknown project is refused in several ways, so the list says whether it is gone. */
export const projectDelete: WriteKind<ProjectDeletePayload> = {
  kind: PROJECT_DELETE,
  schema: ProjectDeletePayload,
  async send({ projectId }, { client }) {
    await unlessGone(client.deleteProject(projectId));
    return {};
  },
  async find({ projectId, workspaceId }, { client }) {
    const projects = await client.listProjects(workspaceId, { includeArchived: true });
    return projects.some(({ id }) => id === projectId) ? undefined : {};
  },
  describe: ({ projectName }) => `Delete the project ${projectName}`,
  refused: ({ projectName }) => `The project ${projectName} is not deleted`,
};

export const PROJECT_MOVE = 'project.move';
export const ProjectMovePayload = OfProject.extend({ workspaceId: z.string(), workspaceName: z.string() });
export type ProjectMovePayload = z.infer<typeof ProjectMovePayload>;

/** How many tasks lost their assignee; null where the answer was lost. */
export const MovedAway = z.object({ unassignedTaskCount: z.number().nullable() });

/** PUT /project/{id}/move (section 2, MovedProject): to where it is already it is refused, so a lost one is looked for. */
export const projectMove: WriteKind<ProjectMovePayload> = {
  kind: PROJECT_MOVE,
  schema: ProjectMovePayload,
  async send({ projectId, workspaceId }, { client }) {
    const { unassignedTaskCount } = await client.moveProject(projectId, workspaceId);
    return { value: { unassignedTaskCount } };
  },
  async find({ projectId, workspaceId }, { client }) {
    const project = await client.getProject(projectId);
    return project.workspaceId === workspaceId ? { value: { unassignedTaskCount: null } } : undefined;
  },
  describe: ({ projectName, workspaceName }) => `Move the project ${projectName} to ${workspaceName}`,
  refused: ({ projectName }) => `The project ${projectName} stays in its workspace`,
};

export const PROJECTS_ORDER = 'project.order';
export const ProjectsOrderPayload = z.object({ workspaceId: z.string(), projectIds: z.array(z.string()).min(1) });
export type ProjectsOrderPayload = z.infer<typeof ProjectsOrderPayload>;

/** PUT /project/reorder (unshown paths): only the order counts. */
export const projectsOrder = setting<ProjectsOrderPayload>({
  kind: PROJECTS_ORDER,
  schema: ProjectsOrderPayload,
  send: ({ workspaceId, projectIds }, client) =>
    client.reorderProjects(workspaceId, { projects: projectIds.map((id, position) => ({ id, position })) }),
  describe: () => 'Order of the projects',
  refused: () => 'The projects stay in their order',
});

export const BACKGROUND_REMOVE = 'project.background-remove';
export const BackgroundRemovePayload = OfProject;
export type BackgroundRemovePayload = z.infer<typeof BackgroundRemovePayload>;

/** DELETE /project/{id}/background (unshown paths). */
export const backgroundRemove = setting<BackgroundRemovePayload>({
  kind: BACKGROUND_REMOVE,
  schema: BackgroundRemovePayload,
  send: ({ projectId }, client) => unlessGone(client.deleteBackground(projectId)),
  describe: ({ projectName }) => `Remove the picture of ${projectName}`,
  refused: ({ projectName }) => `${projectName} keeps its picture`,
});

export const LABEL_DELETE = 'label.delete';
export const LabelDeletePayload = z.object({ labelId: z.string(), workspaceId: z.string(), name: z.string() });
export type LabelDeletePayload = z.infer<typeof LabelDeletePayload>;

/** DELETE /label/{id} of a definition (section 4): it takes its copies along, from every task. */
export const labelDelete: WriteKind<LabelDeletePayload> = {
  kind: LABEL_DELETE,
  schema: LabelDeletePayload,
  async send({ labelId }, { client }) {
    await unlessGone(client.deleteLabel(labelId));
    return {};
  },
  async find({ labelId, workspaceId }, { client }) {
    const labels = await client.listWorkspaceLabels(workspaceId);
    return labels.some(({ id }) => id === labelId) ? undefined : {};
  },
  describe: ({ name }) => `Delete the label “${name}”`,
  refused: ({ name }) => `The label “${name}” is not deleted`,
};
