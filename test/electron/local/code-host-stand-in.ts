/** A tiny code host with one installed app: repositories, their installation, and two pages of issues. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

const repository = (id: number, name: string) => ({
  id,
  name,
  full_name: `ada/${name}`,
  private: id === 2,
  owner: { login: 'ada', avatar_url: null, type: 'User' },
  description: `The ${name}`,
  html_url: `http://code.invalid/ada/${name}`,
  updated_at: '2026-11-01T00:00:00.000Z',
  permissions: { admin: true, push: true, pull: true },
});
const issue = (number: number, more: object = {}) => ({
  number,
  title: `Issue ${number}`,
  body: number === 1 ? null : 'Some *text*',
  html_url: `http://code.invalid/ada/engine/issues/${number}`,
  state: 'open',
  ...more,
});
const installation = (permissions: Record<string, string>) => ({
  id: 7,
  account: { login: 'ada', type: 'User' },
  permissions,
});

const ANSWERS: Record<string, unknown> = {
  '/app/installations': [installation({ issues: 'write', metadata: 'read' })],
  '/installations/7/repositories?page=1': { total_count: 2, repositories: [repository(1, 'engine')] },
  '/installations/7/repositories?page=2': { total_count: 2, repositories: [repository(2, 'loom')] },
  '/repos/ada/engine/installation': installation({ issues: 'write', metadata: 'read' }),
  '/repos/ada/loom/installation': installation({ issues: 'read', metadata: 'read' }),
  '/repos/ada/engine/issues?state=open&page=1': [issue(1), issue(2, { pull_request: {} })],
  '/repos/ada/engine/issues?state=open&page=2': [issue(3)],
  '/repos/ada/engine/issues?state=open&page=3': [],
};

/** The option for a local workspace whose app is installed there. */
export async function codeHostStandIn(): Promise<{ name: string; url: string }> {
  const server = createServer(({ url = '' }, response) => {
    const answer = ANSWERS[url];
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  return { name: 'Loom App', url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}
