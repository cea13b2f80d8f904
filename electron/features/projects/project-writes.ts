/** Writes of projects, of their order, and of the workspace's labels (docs/service.md#projects). */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import {
  acceptAnyAnswer,
  idempotentWrite,
  ignoreMissing,
  replacing,
  unreadableField,
} from '../../outbox/idempotent-write.ts';
import { isNearText } from '../../outbox/similarity.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsWorkspace } from '../../service/affected-data.ts';
import { LabelUpdate, ProjectUpdate } from '../../service/records.ts';

const OfProject = z.object({
  projectId: z.string(),
  /** Its current name, for messages. */
  projectName: z.string(),
});

export const PROJECT_UPDATE = 'project.update';
export const ProjectUpdatePayload = OfProject.extend({
  changed: ProjectUpdate.partial(),
  /** The fields to send: the project as read just before, with the changes; null until then. */
  whole: ProjectUpdate.nullable(),
});
export type ProjectUpdatePayload = z.infer<typeof ProjectUpdatePayload>;

/** PUT /project/{id} replaces all fields, so the unchanged ones are read just before. */
export const projectUpdate = replacing<ProjectUpdate, ProjectUpdatePayload>({
  kind: PROJECT_UPDATE,
  schema: ProjectUpdatePayload,
  affects: affectsWorkspace,
  async read({ projectId, changed }, client) {
    const project = await client.getProjectAsStored(projectId);
    const field = project.unreadableFields?.find((name) => name in ProjectUpdate.shape && !(name in changed));
    if (field !== undefined) throw unreadableField(field);
    const { name, icon, slug, description, isPublic } = project;
    const current = { name, icon: icon ?? '', slug, description: description ?? '', isPublic: isPublic ?? false };
    return ProjectUpdate.parse({ ...current, ...changed });
  },
  replace: ({ projectId }, whole, client) => client.updateProject(projectId, whole),
  describe: ({ projectName }) => messages.outbox.project.change({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.project.changeRejected({ project: projectName }),
});

export const PROJECT_ARCHIVE = 'project.archive';
export const ProjectArchivePayload = OfProject.extend({ isArchived: z.boolean() });
export type ProjectArchivePayload = z.infer<typeof ProjectArchivePayload>;

/** PUT /project/{id}/archive and /unarchive. */
export const projectArchive = idempotentWrite<ProjectArchivePayload>({
  kind: PROJECT_ARCHIVE,
  schema: ProjectArchivePayload,
  affects: affectsWorkspace,
  send: ({ projectId, isArchived }, client) =>
    isArchived ? client.archiveProject(projectId) : client.unarchiveProject(projectId),
  describe: ({ projectName, isArchived }) =>
    isArchived
      ? messages.outbox.project.archive({ project: projectName })
      : messages.outbox.project.unarchive({ project: projectName }),
  rejected: ({ projectName, isArchived }) =>
    isArchived
      ? messages.outbox.project.archiveRejected({ project: projectName })
      : messages.outbox.project.unarchiveRejected({ project: projectName }),
});

export const PROJECT_CREATE = 'project.create';
export const ProjectCreatePayload = z.object({
  name: z.string().min(1),
  slug: z.string().min(1),
  icon: z.string(),
  workspaceId: z.string(),
  /** Ids of the projects just before it was first sent; null until then. */
  before: z.array(z.string()).nullable(),
});
export type ProjectCreatePayload = z.infer<typeof ProjectCreatePayload>;

/** The service's id of the new project. */
export const CreatedProject = z.object({ id: z.string() });

/** POST /project. Not every server rejects a used key, so a lost one is searched among the new projects. */
export const projectCreate: WriteKind<ProjectCreatePayload> = {
  kind: PROJECT_CREATE,
  schema: ProjectCreatePayload,
  affects: affectsWorkspace,
  async prepare(payload, { client }, { isRepeated }) {
    if (isRepeated) return { payload };
    // The project can be created even if the list cannot be read.
    const projects = await acceptAnyAnswer(client.listProjects(payload.workspaceId, { includeArchived: true }));
    return { payload: { ...payload, before: projects?.map(({ id }) => id) ?? null } };
  },
  async send({ name, slug, icon, workspaceId }, { client }) {
    const { id } = await client.createProject({ name, slug, icon, workspaceId });
    return { serverId: id, value: { id } };
  },
  async find({ name, slug, workspaceId, before }, { client }, { isKnown }) {
    const projects = await client.listProjects(workspaceId, { includeArchived: true });
    const found = projects.find(
      (one) =>
        isNearText(name, one.name) &&
        one.slug.toUpperCase() === slug.toUpperCase() &&
        !before?.includes(one.id) &&
        !isKnown(one.id),
    );
    return found && { serverId: found.id, value: { id: found.id } };
  },
  describe: ({ name }) => messages.outbox.project.create({ project: name }),
  rejected: ({ name }) => messages.outbox.project.createRejected({ project: name }),
};

export const PROJECT_DELETE = 'project.delete';
export const ProjectDeletePayload = OfProject.extend({ workspaceId: z.string() });
export type ProjectDeletePayload = z.infer<typeof ProjectDeletePayload>;

/** DELETE /project/{id}. Servers reject an unknown project in different ways, so the list decides whether it is gone. */
export const projectDelete: WriteKind<ProjectDeletePayload> = {
  kind: PROJECT_DELETE,
  schema: ProjectDeletePayload,
  affects: affectsWorkspace,
  async send({ projectId }, { client }) {
    await acceptAnyAnswer(ignoreMissing(client.deleteProject(projectId)));
    return {};
  },
  async find({ projectId, workspaceId }, { client }) {
    const projects = await client.listProjects(workspaceId, { includeArchived: true });
    // An unreadable project may be this one. Deleting it twice does no harm.
    const isSure = projects.unreadable?.dropped.project === undefined;
    return isSure && projects.every(({ id }) => id !== projectId) ? {} : undefined;
  },
  describe: ({ projectName }) => messages.outbox.project.delete({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.project.deleteRejected({ project: projectName }),
};

export const PROJECT_MOVE = 'project.move';
export const ProjectMovePayload = OfProject.extend({ workspaceId: z.string(), workspaceName: z.string() });
export type ProjectMovePayload = z.infer<typeof ProjectMovePayload>;

/** How many tasks lost their assignee; null if the answer was lost. */
export const MovedAway = z.object({ unassignedTaskCount: z.number().nullable() });

/** PUT /project/{id}/move is rejected if the project is there already, so after a lost answer its workspace is read. */
export const projectMove: WriteKind<ProjectMovePayload> = {
  kind: PROJECT_MOVE,
  schema: ProjectMovePayload,
  affects: affectsWorkspace,
  async send({ projectId, workspaceId }, { client }) {
    const moved = await acceptAnyAnswer(client.moveProject(projectId, workspaceId));
    return { value: { unassignedTaskCount: moved?.unassignedTaskCount ?? null } };
  },
  async find({ projectId, workspaceId }, { client }) {
    const project = await client.getProject(projectId);
    return project.workspaceId === workspaceId ? { value: { unassignedTaskCount: null } } : undefined;
  },
  describe: ({ projectName, workspaceName }) =>
    messages.outbox.project.move({ project: projectName, workspace: workspaceName }),
  rejected: ({ projectName }) => messages.outbox.project.moveRejected({ project: projectName }),
};

export const PROJECTS_ORDER = 'project.order';
export const ProjectsOrderPayload = z.object({ workspaceId: z.string(), projectIds: z.array(z.string()).min(1) });
export type ProjectsOrderPayload = z.infer<typeof ProjectsOrderPayload>;

/** PUT /project/reorder. Idempotent. */
export const projectsOrder = idempotentWrite<ProjectsOrderPayload>({
  kind: PROJECTS_ORDER,
  schema: ProjectsOrderPayload,
  affects: affectsWorkspace,
  send: ({ workspaceId, projectIds }, client) =>
    client.reorderProjects(workspaceId, { projects: projectIds.map((id, position) => ({ id, position })) }),
  describe: () => messages.outbox.project.order,
  rejected: () => messages.outbox.project.orderRejected,
});

export const BACKGROUND_REMOVE = 'project.background-remove';
export const BackgroundRemovePayload = OfProject;
export type BackgroundRemovePayload = z.infer<typeof BackgroundRemovePayload>;

/** DELETE /project/{id}/background. */
export const backgroundRemove = idempotentWrite<BackgroundRemovePayload>({
  kind: BACKGROUND_REMOVE,
  schema: BackgroundRemovePayload,
  affects: affectsWorkspace,
  send: ({ projectId }, client) => ignoreMissing(client.deleteBackground(projectId)),
  describe: ({ projectName }) => messages.outbox.project.removePicture({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.project.removePictureRejected({ project: projectName }),
});

export const LABEL_DELETE = 'label.delete';
export const LabelDeletePayload = z.object({ labelId: z.string(), workspaceId: z.string(), name: z.string() });
export type LabelDeletePayload = z.infer<typeof LabelDeletePayload>;

/** DELETE /label/{id} of a workspace's label (docs/service.md#labels) also removes it from every task. */
export const labelDelete: WriteKind<LabelDeletePayload> = {
  kind: LABEL_DELETE,
  schema: LabelDeletePayload,
  affects: affectsWorkspace,
  async send({ labelId }, { client }) {
    await acceptAnyAnswer(ignoreMissing(client.deleteLabel(labelId)));
    return {};
  },
  async find({ labelId, workspaceId }, { client }) {
    const labels = await client.listWorkspaceLabels(workspaceId);
    const isSure = labels.unreadable?.dropped.label === undefined;
    return isSure && labels.every(({ id }) => id !== labelId) ? {} : undefined;
  },
  describe: ({ name }) => messages.outbox.label.delete({ label: name }),
  rejected: ({ name }) => messages.outbox.label.deleteRejected({ label: name }),
};

export const LABEL_RENAME = 'label.rename';
export const LabelRenamePayload = z.object({
  labelId: z.string(),
  workspaceId: z.string(),
  /** Its current name, for messages. */
  name: z.string(),
  to: z.string().min(1),
  /** The fields to send: the new name, and the colour as read just before; null until then. */
  whole: LabelUpdate.nullable(),
});
export type LabelRenamePayload = z.infer<typeof LabelRenamePayload>;

/** PUT /label/{id} of a workspace's label. It requires the colour, which is read just before. */
export const labelRename = replacing<LabelUpdate, LabelRenamePayload>({
  kind: LABEL_RENAME,
  schema: LabelRenamePayload,
  affects: affectsWorkspace,
  async read({ labelId, workspaceId, to }, client) {
    const labels = await client.listWorkspaceLabels(workspaceId);
    const label = labels.find(({ id }) => id === labelId);
    const isUnreadable = label
      ? label.unreadableFields?.includes('color')
      : labels.unreadable?.unreadableIds.includes(labelId);
    if (isUnreadable) throw unreadableField('color');
    // Also sent for a deleted label, so that the service explains the error.
    return { name: to, color: label?.color ?? '' };
  },
  replace: ({ labelId }, whole, client) => client.updateLabel(labelId, whole),
  describe: ({ name, to }) => messages.outbox.label.rename({ label: name, to }),
  rejected: ({ name }) => messages.outbox.label.renameRejected({ label: name }),
});
