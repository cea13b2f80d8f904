/** A local workspace in memory for tests, with a manual clock and a signed-in caller; in the project "port" its requests go over the port. */
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { listen } from '../../../electron/local/listener.ts';
import {
  type LocalWorkspace,
  type LocalWorkspaceOptions,
  openLocalWorkspace,
} from '../../../electron/local/local-workspace.ts';
import { Task, Workspace } from '../../../electron/service/records.ts';
import { freePort } from '../../loopback.ts';
import { PATIENCE_MS } from '../../until.ts';

export const NOON = Date.UTC(2026, 10, 18, 12, 0, 0);
export const SECOND_MS = 1000;
export const DAY_MS = 24 * 60 * 60 * SECOND_MS;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
}

export interface TestWorkspace {
  workspace: LocalWorkspace;
  clock: { ms: number };
  token: string;
  userId: string;
  workspaceId: string;
  /** The first project of a new workspace. */
  projectId: string;
  /** One request with the caller's token; `body` is sent as JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    init?: { token?: string | null; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** A task, in the first column by default. */
  addTask(fields?: Record<string, unknown>): Promise<z.infer<typeof Task>>;
}

/** A workspace that is closed after the test. */
export async function testWorkspace(options: Partial<LocalWorkspaceOptions> = {}): Promise<TestWorkspace> {
  const opened = await openTestWorkspace(options);
  onTestFinished(() => opened.workspace.close());
  return opened;
}

/** A workspace that the caller closes. */
export async function openTestWorkspace(options: Partial<LocalWorkspaceOptions> = {}): Promise<TestWorkspace> {
  const clock = { ms: NOON };
  const workspace = openLocalWorkspace({ path: ':memory:', now: () => clock.ms, ...options });
  let isOpen = true;
  const close = workspace.close;
  workspace.close = () => {
    if (isOpen) close();
    isOpen = false;
  };
  const { token, user } = workspace.openSession();
  const port =
    process.env.PUNCHCARD_TEST_SERVER === 'port'
      ? await listen(await freePort(), workspace, async () => true, { keepAliveTimeout: PATIENCE_MS })
      : null;
  if (port !== null) onTestFinished(() => port.close());

  const call: TestWorkspace['call'] = async (method, path, body, init = {}) => {
    const headers = new Headers(init.headers);
    const secret = init.token === undefined ? token : init.token;
    if (secret !== null && !headers.has('authorization')) headers.set('Authorization', `Bearer ${secret}`);
    if (body !== undefined && !headers.has('content-type')) headers.set('Content-Type', 'application/json');
    const request = new Request(`${port?.address ?? 'http://punchcard.local'}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await (port === null ? workspace.fetch(request) : fetch(request));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };

  const [first] = z.array(Workspace).parse((await call('GET', '/workspace')).json);
  const workspaceId = first?.id ?? '';
  const [project] = z.array(Workspace).parse((await call('GET', `/project?workspaceId=${workspaceId}`)).json);
  const projectId = project?.id ?? '';

  return {
    workspace,
    clock,
    token,
    userId: user.id,
    workspaceId,
    projectId,
    call,
    async addTask(fields = {}) {
      const body = { title: 'A task', description: '', priority: 'medium', status: 'to-do', ...fields };
      const answer = await call('POST', `/task/${projectId}`, body);
      if (answer.status !== 200) throw new Error(answer.text);
      return Task.parse(answer.json);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
