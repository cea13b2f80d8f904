/** A server for the app: the local workspace on loopback, with a person at its web page. */
import { z } from 'zod';
import { type LocalWorkspaceOptions, openLocalWorkspace } from '../../electron/local/local-workspace.ts';
import {
  AssignedTasks,
  TimeEntry,
  type TimeEntry as TimeEntryRecord,
  Workspace,
} from '../../electron/service/records.ts';
import { type ServedWorkspace, serveLocalWorkspace } from '../electron/local/serve.ts';
import { OLDER_CLIENT_IDS } from '../older-server.ts';

export interface Service {
  readonly served: ServedWorkspace;
  /** The address that a person types. */
  address: string;
  /** Presses a button on the page that a browser opened. */
  press(url: string, decision: 'approve' | 'refuse'): Promise<string>;
  /** The task's time entries at the service. */
  entries(taskId: string): Promise<TimeEntryRecord[]>;
  assigned(): Promise<z.infer<typeof AssignedTasks>>;
  /** A request as the owner, or with the token `as`. */
  call(method: string, path: string, body?: unknown, as?: string): Promise<Response>;
  /** Delivers a request that the app has given up. */
  landLate(request: Request): Promise<Response>;
  /** `scopes` (`resource:action`) default to all. */
  apiKey(scopes?: string[]): string;
  /** Adds a person to the workspace; returns a token that works as an API key. */
  addPerson(person: { name: string; role: 'viewer' | 'member' | 'admin' }): string;
  /** Serves again after `served.close()`, at the same port. */
  reopen(port: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions extends Partial<LocalWorkspaceOptions> {
  port?: number;
  /** False: no sockets, as behind some proxies. */
  realtime?: boolean;
  /** Answers like an older server. */
  older?: boolean;
  /** False: no sample tasks. */
  sample?: boolean;
}

export async function startService({
  port,
  realtime = true,
  older = false,
  sample = true,
  ...options
}: ServiceOptions = {}): Promise<Service> {
  const workspace = openLocalWorkspace({
    path: ':memory:',
    deviceIntervalSeconds: 0.1,
    ...(older && { deviceClientIds: OLDER_CLIENT_IDS }),
    ...options,
  });
  if (sample) workspace.addSample();
  let served = await serveLocalWorkspace(workspace, { realtime, older, ...(port === undefined ? {} : { port }) });
  const { token } = workspace.openSession();

  // Directly to the workspace, without the simulated network faults.
  const call: Service['call'] = async (method, path, body, as = token) =>
    workspace.fetch(
      new Request(`${served.baseUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const workspaces = z.array(Workspace).parse(await (await call('GET', '/workspace')).json());

  return {
    get served() {
      return served;
    },
    async reopen(at) {
      served = await serveLocalWorkspace(workspace, { realtime, older, port: at });
    },
    address: served.url,
    async press(url, decision) {
      const page = await (await fetch(url)).text();
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
      const form = { user_code: field('user_code'), csrf: field('csrf'), decision };
      const answer = await fetch(`${served.url}/device`, { method: 'POST', body: new URLSearchParams(form) });
      return answer.text();
    },
    entries: async (taskId) => z.array(TimeEntry).parse(await (await call('GET', `/time-entry/task/${taskId}`)).json()),
    assigned: async () =>
      AssignedTasks.parse(await (await call('GET', `/task/assigned?workspaceId=${workspaces[0]?.id}`)).json()),
    call,
    landLate: async (request) => workspace.fetch(request),
    apiKey: (scopes) => workspace.createApiKey('Test', scopes),
    addPerson: (person) => workspace.addPerson(person).token,
    async stop() {
      await served.close();
      workspace.close();
    },
  };
}
