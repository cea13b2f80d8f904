/** Writes of projects and of their order (docs/service.md#projects). */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, ignoreMissing, unreadableField } from '../../outbox/answers.ts';
import { idempotentWrite, replacing } from '../../outbox/idempotent-write.ts';
import { isNearText } from '../../outbox/similarity.ts';
import { affectsWorkspace } from '../../service/affected-data.ts';
import { ProjectUpdate } from '../../service/records.ts';
import { noResult, OfProject, type ProjectWrite, projectChange, projectWrite } from './project-write.ts';

/** PUT /project/{id} replaces all fields, so the unchanged ones are read just before. */
export const projectUpdate = projectWrite(
  replacing({
    kind: 'project.update',
    schema: OfProject.extend({
      changed: ProjectUpdate.partial(),
      /** The fields to send: the project as read just before, with the changes; null until then. */
      whole: ProjectUpdate.nullable(),
    }),
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
  }),
);

/** PUT /project/{id}/archive and /unarchive. */
export const projectArchive = projectChange(
  {
    kind: 'project.archive',
    schema: OfProject.extend({ isArchived: z.boolean() }),
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
  },
  ({ isArchived }) => (isArchived ? 'projectLeft' : 'projectChanged'),
);

const ProjectCreatePayload = z.object({
  name: z.string().min(1),
  slug: z.string().min(1),
  icon: z.string(),
  workspaceId: z.string(),
  /** Ids of the projects just before it was first sent; null until then. */
  before: z.array(z.string()).nullable(),
});

/**
 * POST /project. Not every server rejects a used key, so a lost one is searched among the new projects. The page gets the id of the
 * new project.
 */
export const projectCreate: ProjectWrite<z.infer<typeof ProjectCreatePayload>, string> = {
  kind: 'project.create',
  schema: ProjectCreatePayload,
  affects: affectsWorkspace,
  subject: () => `project:new:${randomUUID()}`,
  result: (value) => z.object({ id: z.string() }).parse(value).id,
  changes: () => 'projects',
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

/** DELETE /project/{id}. Servers reject an unknown project in different ways, so the list decides whether it is gone. */
export const projectDelete = projectWrite(
  {
    kind: 'project.delete',
    schema: OfProject.extend({ workspaceId: z.string() }),
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
  },
  () => 'projectLeft',
);

const ProjectMovePayload = OfProject.extend({ workspaceId: z.string(), workspaceName: z.string() });

/**
 * PUT /project/{id}/move is rejected if the project is there already, so after a lost answer its workspace is read. The page gets how
 * many tasks lost their assignee, who is not a member there; null if the answer was lost.
 */
export const projectMove: ProjectWrite<z.infer<typeof ProjectMovePayload>, number | null> = {
  ...projectWrite(
    {
      kind: 'project.move',
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
    },
    () => 'projectLeft',
  ),
  result: (value) => z.object({ unassignedTaskCount: z.number().nullable() }).parse(value).unassignedTaskCount,
};

const ProjectsOrderPayload = z.object({ workspaceId: z.string(), projectIds: z.array(z.string()).min(1) });

/** PUT /project/reorder: all projects that are not archived, in the new order. Idempotent. */
export const projectsOrder: ProjectWrite<z.infer<typeof ProjectsOrderPayload>> = {
  ...idempotentWrite({
    kind: 'project.order',
    schema: ProjectsOrderPayload,
    affects: affectsWorkspace,
    send: ({ workspaceId, projectIds }, client) =>
      client.reorderProjects(workspaceId, { projects: projectIds.map((id, position) => ({ id, position })) }),
    describe: () => messages.outbox.project.order,
    rejected: () => messages.outbox.project.orderRejected,
  }),
  subject: ({ workspaceId }) => `project-order:${workspaceId}`,
  result: noResult,
  changes: () => 'projects',
};

/** DELETE /project/{id}/background. */
export const backgroundRemove = projectChange({
  kind: 'project.background-remove',
  schema: OfProject,
  send: ({ projectId }, client) => ignoreMissing(client.deleteBackground(projectId)),
  describe: ({ projectName }) => messages.outbox.project.removePicture({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.project.removePictureRejected({ project: projectName }),
});
