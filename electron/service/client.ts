/**
 * The service, one function an endpoint. Each throws ServiceError; none retries.
 * Sections cited are the specification's; "field notes" is what real servers were seen to do.
 */
import { z } from 'zod';
import { ServiceError } from './errors.ts';
import type { Http } from './http.ts';
import {
  AssignedTasks,
  AuthSession,
  BoardResponse,
  DeviceCode,
  DeviceToken,
  Label,
  type Priority,
  Project,
  ProjectListItem,
  Task,
  TimeEntry,
  type TimeEntryCreate,
  type TimeEntryUpdate,
  User,
  Workspace,
} from './records.ts';

export type Client = ReturnType<typeof createClient>;

/** What a board page may be asked for (field notes 3). */
export interface BoardQuery {
  page: number;
  /** 1 to 100. */
  limit: number;
  relatedPage?: number;
  assigneeId?: string;
  /** Always `number`: with the default sort, older servers lose and repeat tasks between pages. */
  sortBy: 'number';
  sortOrder: 'asc' | 'desc';
}

/** Field notes 4, body of POST /task/{projectId}. */
export interface TaskCreate {
  title: string;
  description: string;
  priority: Priority;
  status: string;
  startDate?: string;
  dueDate?: string;
  userId?: string;
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const part = encodeURIComponent;

/** `apiKey`: the credential where it is an API key, which older servers want in a header of its own to say whose it is. */
export function createClient(http: Http, apiKey?: () => string | undefined) {
  const put = (path: string, body: unknown) => http.request({ method: 'PUT', path, body, schema: z.unknown() });
  return {
    /** POST /auth/device/code (sections 4 and 5.3). An unknown client id is refused with the code `invalid_client`. */
    requestDeviceCode: (clientId: string, signal?: AbortSignal) =>
      http.request({
        method: 'POST',
        path: '/auth/device/code',
        body: { client_id: clientId },
        schema: DeviceCode,
        authorised: false,
        signal,
      }),

    /** POST /auth/device/token (sections 4 and 5.3). Refused with `authorization_pending`, `slow_down`, `expired_token`, … until approved. */
    requestDeviceToken: (clientId: string, deviceCode: string, signal?: AbortSignal) =>
      http.request({
        method: 'POST',
        path: '/auth/device/token',
        body: { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: clientId },
        schema: DeviceToken,
        authorised: false,
        signal,
      }),

    /**
     * Whose credential this is (not shown in the specification; field notes 2): GET /user/me, or on older servers
     * GET /auth/get-session. null means that the service no longer knows the credential.
     */
    whoAmI: async (signal?: AbortSignal): Promise<User | null> => {
      try {
        return await http.request({ method: 'GET', path: '/user/me', schema: User, signal });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'refused') throw error;
        if (isDeadCredential(error)) return null;
        if (error.status !== 404) throw error;
      }
      const key = apiKey?.();
      try {
        const session = await http.request({
          method: 'GET',
          path: '/auth/get-session',
          schema: AuthSession,
          ...(key !== undefined && { headers: { 'x-api-key': key } }),
          signal,
        });
        return session?.user ?? null;
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'refused' && isDeadCredential(error)) return null;
        throw error;
      }
    },

    /** POST /auth/sign-out (field notes 2): ends the session; without the body `{}` it would live on. */
    signOut: () => http.request({ method: 'POST', path: '/auth/sign-out', body: {}, schema: z.unknown() }),

    /** GET /auth/organization/list: the workspaces the person belongs to (field notes 3). */
    listWorkspaces: () => http.request({ method: 'GET', path: '/auth/organization/list', schema: z.array(Workspace) }),

    /** GET /project: the projects of a workspace, in sidebar order (section 2, ProjectListItem; field notes 3). */
    listProjects: (workspaceId: string) =>
      http.request({ method: 'GET', path: '/project', query: { workspaceId }, schema: z.array(ProjectListItem) }),

    /** GET /project/{id} (field notes 3). */
    getProject: (id: string) => http.request({ method: 'GET', path: `/project/${part(id)}`, schema: Project }),

    /** GET /task/assigned: up to 100 open tasks assigned to the caller and how many there are (section 2, AssignedTasks; field notes 3). */
    listAssignedTasks: (workspaceId: string) =>
      http.request({ method: 'GET', path: '/task/assigned', query: { workspaceId }, schema: AssignedTasks }),

    /** GET /task/tasks/{projectId}: one page of a board (section 4, notes; field notes 3). */
    getBoardPage: (projectId: string, query: BoardQuery) =>
      http.request({
        method: 'GET',
        path: `/task/tasks/${part(projectId)}`,
        query: { ...query },
        schema: BoardResponse,
      }),

    /** GET /task/{id} (section 2, Task; field notes 3). */
    getTask: (id: string) => http.request({ method: 'GET', path: `/task/${part(id)}`, schema: Task }),

    /** POST /task/{projectId} (field notes 4). Not repeatable. */
    createTask: (projectId: string, body: TaskCreate) =>
      http.request({ method: 'POST', path: `/task/${part(projectId)}`, body, schema: Task }),

    /** PUT /task/status/{id}: a column's slug, `planned` or `archived` (field notes 4). */
    setTaskStatus: (id: string, status: string) => put(`/task/status/${part(id)}`, { status }),

    /** PUT /task/priority/{id} (field notes 4). */
    setTaskPriority: (id: string, priority: Priority) => put(`/task/priority/${part(id)}`, { priority }),

    /** PUT /task/title/{id} (field notes 4). */
    setTaskTitle: (id: string, title: string) => put(`/task/title/${part(id)}`, { title }),

    /** PUT /task/due-date/{id}: null clears it, by leaving it out (field notes 4). */
    setTaskDueDate: (id: string, dueDate: string | null) =>
      put(`/task/due-date/${part(id)}`, dueDate === null ? {} : { dueDate }),

    /** PUT /task/assignee/{id}: null for nobody (field notes 4). */
    setTaskAssignee: (id: string, userId: string | null) => put(`/task/assignee/${part(id)}`, { userId }),

    /** PATCH /task/bulk (unshown paths). */
    updateTasks: (body: { taskIds: string[]; operation: string; value?: string | null }) =>
      http.request({ method: 'PATCH', path: '/task/bulk', body, schema: z.unknown() }),

    /** POST /label (field notes 4): the same name and colour gives back the existing one. */
    createLabel: (body: { name: string; color: string; workspaceId: string; taskId?: string }) =>
      http.request({ method: 'POST', path: '/label', body, schema: Label }),

    /** PUT /label/{id}/task (field notes 4): a definition is copied to the task. */
    attachLabel: (id: string, taskId: string) => put(`/label/${part(id)}/task`, { taskId }),

    /** DELETE /label/{id}/task: takes the task's copy away (field notes 4). */
    detachLabel: (id: string) =>
      http.request({ method: 'DELETE', path: `/label/${part(id)}/task`, schema: z.unknown() }),

    /** DELETE /label/{id} (section 4); a definition takes all copies along (field notes 4). */
    deleteLabel: (id: string) => http.request({ method: 'DELETE', path: `/label/${part(id)}`, schema: z.unknown() }),

    /** GET /label/task/{taskId} (section 4). */
    listTaskLabels: (taskId: string) =>
      http.request({ method: 'GET', path: `/label/task/${part(taskId)}`, schema: z.array(Label) }),

    /** POST /time-entry (sections 2 and 4). Without `endTime` the entry runs. Not repeatable: there is no idempotency key. */
    createTimeEntry: (body: TimeEntryCreate) =>
      http.request({ method: 'POST', path: '/time-entry', body, schema: TimeEntry }),

    /** PUT /time-entry/{id} (sections 2 and 4). Repeatable. Cannot change the task, reopen, or clear the end (field notes 5). */
    updateTimeEntry: (id: string, body: TimeEntryUpdate) =>
      http.request({ method: 'PUT', path: `/time-entry/${part(id)}`, body, schema: TimeEntry }),

    /** GET /time-entry/task/{taskId}: everyone's entries on a task, by start (field notes 5). */
    listTimeEntries: (taskId: string) =>
      http.request({ method: 'GET', path: `/time-entry/task/${part(taskId)}`, schema: z.array(TimeEntry) }),
  };
}

/** Field notes 2: 401 everywhere, and on `/auth/*` of older servers 403 with the code `INVALID_API_KEY`. */
export function isDeadCredential(error: ServiceError): boolean {
  return error.status === 401 || (error.status === 403 && error.code === 'INVALID_API_KEY');
}
