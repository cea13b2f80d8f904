/**
 * A server with counted ids: its people, tasks and entries are 1, 2, 3, as on every other such server. Only workspaces and
 * projects have random ids. It identifies people as an older or a newer server does, and records its requests.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../loopback.ts';

export interface Person {
  id: string;
  name: string;
  email: string | null;
}

/** The data of one server; another address with the same data is the same server. */
export interface ServerData {
  /** By credential. */
  people: Map<string, Person>;
  workspaces: { id: string; name: string; slug: string }[];
  projects: { id: string; workspaceId: string }[];
  entries: Record<string, unknown>[];
}

export type CountingServer = Awaited<ReturnType<typeof startCountingServer>>;

export function serverData(): ServerData {
  const workspaceId = randomUUID();
  return {
    people: new Map(),
    workspaces: [{ id: workspaceId, name: 'Work', slug: 'work' }],
    projects: [{ id: randomUUID(), workspaceId }],
    entries: [],
  };
}

export async function startCountingServer(data: ServerData) {
  /**
   * `isOlder`: behaves like an older server. `isFailing`: answers 500. `onRequest`: called with each request, and waited for, before it
   * is answered.
   */
  const is: { isOlder: boolean; isFailing: boolean; onRequest?: (line: string) => Promise<void> | void } = {
    isOlder: false,
    isFailing: false,
  };
  /** `METHOD /path`, without `/api`. */
  const requests: string[] = [];
  /** Created entries, with the owner of the credential. */
  const posted: { as: string | undefined; taskId: unknown }[] = [];

  function personOf(request: IncomingMessage): Person | undefined {
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    return data.people.get(bearer);
  }

  async function answer(request: IncomingMessage): Promise<Response> {
    const url = new URL(request.url ?? '', 'http://counting.invalid');
    const path = url.pathname.replace(/^\/api/, '');
    requests.push(`${request.method} ${path}`);
    await is.onRequest?.(`${request.method} ${path}`);
    const person = personOf(request);
    if (is.isFailing) return Response.json({ message: 'Internal Server Error' }, { status: 500 });
    if (path === '/user/me' && is.isOlder) return new Response('404 Not Found', { status: 404 });
    if (path === '/auth/get-session') {
      const key = String(request.headers['x-api-key'] ?? '');
      const user = key.startsWith('key-') ? data.people.get(key) : person;
      return Response.json(user ? { session: {}, user } : null);
    }
    if (person === undefined) return new Response('Unauthorized', { status: 401 });
    if (path === '/user/me') return Response.json(person);
    if (path === '/auth/organization/list') return Response.json(data.workspaces);
    if (path === '/project') {
      const of = url.searchParams.get('workspaceId');
      const found = data.projects.filter(({ workspaceId }) => workspaceId === of);
      return Response.json(
        found.map((one) => ({ ...one, slug: 'P', name: 'P', createdAt: new Date(0).toISOString() })),
      );
    }
    const [, id] = /^\/time-entry\/([^/]+)$/.exec(path) ?? [];
    if (request.method === 'POST' && path === '/time-entry') {
      const body = JSON.parse(await text(request)) as Record<string, unknown>;
      posted.push({ as: person.name, taskId: body.taskId });
      const made = {
        description: null,
        endTime: null,
        ...body,
        id: String(data.entries.length + 1),
        userId: person.id,
      };
      data.entries.push({ ...made, duration: null, createdAt: body.startTime });
      return Response.json(data.entries.at(-1));
    }
    if (id !== undefined) {
      const entry = data.entries.find((one) => one.id === id);
      if (entry === undefined) return new Response('Workspace ID could not be determined', { status: 400 });
      if (request.method === 'PUT') Object.assign(entry, JSON.parse(await text(request)));
      return Response.json(entry);
    }
    if (path.startsWith('/time-entry/task/')) return Response.json(data.entries);
    return new Response('Workspace ID could not be determined', { status: 400 });
  }

  let server: Server;
  async function start(port?: number): Promise<number> {
    server = createServer(async (request, response) => {
      const { status, headers, ...answered } = await answer(request).then(async (found) => ({
        status: found.status,
        headers: Object.fromEntries(found.headers),
        body: await found.text(),
      }));
      response.writeHead(status, headers).end(answered.body);
    });
    await listenOnLoopback(server, port);
    return (server.address() as AddressInfo).port;
  }
  async function stop(): Promise<void> {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  const port = await start();
  onTestFinished(stop);

  const url = `http://127.0.0.1:${port}`;
  return { data, is, requests, posted, url, baseUrl: `${url}/api`, stop, startAgain: () => start(port) };
}

/** The server answers no such request before `answer`; `asked`: one has arrived. */
export function holdAnswers({ is }: CountingServer, request: string): { asked: Promise<void>; answer: () => void } {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => answered.resolve());
  is.onRequest = (line) => {
    if (line !== request) return;
    asked.resolve();
    return answered.promise;
  };
  return { asked: asked.promise, answer: answered.resolve };
}
