/** Changes of projects and labels. All writes of one project share a subject in the outbox, so that they are sent in order. */

import { randomUUID } from 'node:crypto';
import type { WriteResult } from '../../../shared/contract/command.ts';
import type { NamedProject } from '../../../shared/contract/project-view.ts';
import type { AwaitWrite } from '../../outbox/await-write.ts';
import type { ProjectUpdate } from '../../service/records.ts';
import {
  BACKGROUND_REMOVE,
  type BackgroundRemovePayload,
  CreatedProject,
  LABEL_DELETE,
  LABEL_RENAME,
  type LabelDeletePayload,
  type LabelRenamePayload,
  MovedAway,
  PROJECT_ARCHIVE,
  PROJECT_CREATE,
  PROJECT_DELETE,
  PROJECT_MOVE,
  PROJECT_UPDATE,
  PROJECTS_ORDER,
  type ProjectArchivePayload,
  type ProjectCreatePayload,
  type ProjectDeletePayload,
  type ProjectMovePayload,
  type ProjectsOrderPayload,
  type ProjectUpdatePayload,
} from './project-writes.ts';
import { BACKGROUND_SET, type BackgroundSetPayload, type PictureFile } from './upload-writes.ts';

export function createProjectChanges(write: AwaitWrite) {
  const ofProject = <T>(
    accountId: string,
    kind: string,
    payload: NamedProject,
    read: (value: unknown) => T,
  ): Promise<WriteResult<T>> => write({ accountId, kind, subject: `project:${payload.projectId}`, payload }, read);

  return {
    /** Sets the changed fields only. */
    update(accountId: string, project: NamedProject, changed: Partial<ProjectUpdate>): Promise<WriteResult> {
      const payload: ProjectUpdatePayload = { ...project, changed, whole: null };
      return ofProject(accountId, PROJECT_UPDATE, payload, noChange);
    },

    setArchived(accountId: string, project: NamedProject, isArchived: boolean): Promise<WriteResult> {
      const payload: ProjectArchivePayload = { ...project, isArchived };
      return ofProject(accountId, PROJECT_ARCHIVE, payload, noChange);
    },

    remove(accountId: string, project: NamedProject, workspaceId: string): Promise<WriteResult> {
      const payload: ProjectDeletePayload = { ...project, workspaceId };
      return ofProject(accountId, PROJECT_DELETE, payload, noChange);
    },

    /** Returns how many tasks lost their assignee, who is not a member there; null if that is not known. */
    move(
      accountId: string,
      project: NamedProject,
      to: { id: string; name: string },
    ): Promise<WriteResult<number | null>> {
      const payload: ProjectMovePayload = { ...project, workspaceId: to.id, workspaceName: to.name };
      return ofProject(accountId, PROJECT_MOVE, payload, (value) => MovedAway.parse(value).unassignedTaskCount);
    },

    setBackground(accountId: string, project: NamedProject, file: PictureFile): Promise<WriteResult> {
      const payload: BackgroundSetPayload = { ...project, file };
      return ofProject(accountId, BACKGROUND_SET, payload, noChange);
    },

    removeBackground(accountId: string, project: NamedProject): Promise<WriteResult> {
      const payload: BackgroundRemovePayload = project;
      return ofProject(accountId, BACKGROUND_REMOVE, payload, noChange);
    },

    /** Returns the new project's id. */
    create(
      accountId: string,
      project: { name: string; slug: string; icon: string; workspaceId: string },
    ): Promise<WriteResult<string>> {
      const payload: ProjectCreatePayload = { ...project, before: null };
      const subject = `project:new:${randomUUID()}`;
      return write({ accountId, kind: PROJECT_CREATE, subject, payload }, (value) => CreatedProject.parse(value).id);
    },

    /** `projectIds`: all projects that are not archived, in the new order. */
    order(accountId: string, workspaceId: string, projectIds: string[]): Promise<WriteResult> {
      const payload: ProjectsOrderPayload = { workspaceId, projectIds };
      return write({ accountId, kind: PROJECTS_ORDER, subject: `project-order:${workspaceId}`, payload }, noChange);
    },

    /** Deletes a label of the workspace, also from every task. */
    deleteLabel(accountId: string, payload: LabelDeletePayload): Promise<WriteResult> {
      return write({ accountId, kind: LABEL_DELETE, subject: `label:${payload.labelId}`, payload }, noChange);
    },

    /** Renames the label on every task, too. */
    renameLabel(accountId: string, label: Omit<LabelRenamePayload, 'whole'>): Promise<WriteResult> {
      const payload: LabelRenamePayload = { ...label, whole: null };
      return write({ accountId, kind: LABEL_RENAME, subject: `label:${payload.labelId}`, payload }, noChange);
    },
  };
}

export const noChange = (): null => null;
