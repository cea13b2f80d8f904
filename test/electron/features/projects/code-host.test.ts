/** A project's link to a code host. The code host answers here, so that answers can be lost. */
import { describe, expect, test } from 'vitest';
import { add, HOW, passLong, startWith } from '../../outbox/lost-answers.ts';
import { json, type Machine } from '../../outbox/machine.ts';

const named = ({ local }: Machine) => ({ projectId: local.projectId, projectName: 'Personal' });
const PAY = { repositoryOwner: 'halden', repositoryName: 'pay' };

/** A code host with one link; `lose` intercepts the first write. */
function codeHost(machine: Machine, lose?: (typeof HOW)[number]) {
  const host = { linked: null as typeof PAY | null, posts: 0, steps: [] as unknown[], isLost: lose === undefined };
  machine.server.intercept = async (request) => {
    if (!request.url.includes('/github-integration/')) return undefined;
    if (request.method === 'GET') return json(host.linked);
    host.posts += 1;
    const meddles = !host.isLost;
    host.isLost = true;
    if (meddles && lose === 'drop') return 'drop';
    const answer = await act(request);
    return meddles ? 'drop' : answer;
  };
  async function act(request: Request): Promise<Response> {
    if (request.url.endsWith('/import-issues')) {
      const body = (await request.clone().json()) as { runId?: string };
      host.steps.push(body.runId ?? null);
      return host.steps.length < 3
        ? json({ imported: host.steps.length, runId: 'run' }, 202)
        : json({ imported: 12, skipped: 3, errors: ['#7'] });
    }
    if (request.method === 'DELETE') {
      if (host.linked === null) return json({ error: 'Integration not found' }, 404);
      host.linked = null;
      return json({ success: true, message: 'ok' });
    }
    if (host.linked !== null) return json({ message: 'A repository is linked already', code: 'CONFLICT' }, 409);
    host.linked = PAY;
    return json(PAY);
  }
  return host;
}

describe('a link', () => {
  test.each(HOW)('is created if the answer is lost: %s', async (how) => {
    const machine = await startWith();
    const host = codeHost(machine, how);
    add(machine, 'code-host.link', 'c', { ...named(machine), repository: PAY });
    await passLong(machine);
    expect(host.linked).toEqual(PAY);
    expect(machine.rejected).toEqual([]);
    expect(machine.items()).toEqual([]);
    expect(host.posts).toBe(how === 'drop' ? 2 : 1);
  });

  test('that exists already is success, a link to another repository is not', async () => {
    const machine = await startWith();
    const host = codeHost(machine);
    host.linked = PAY;
    add(machine, 'code-host.link', 'c', { ...named(machine), repository: { ...PAY, repositoryName: 'PAY' } });
    await machine.pass(0);
    expect(machine.rejected).toEqual([]);
    add(machine, 'code-host.link', 'c', { ...named(machine), repository: { ...PAY, repositoryName: 'web' } });
    await machine.pass(0);
    expect(machine.rejected).toEqual(['Personal is not linked to halden/web: A repository is linked already']);
  });

  test.each(HOW)('is removed if the answer is lost: %s', async (how) => {
    const machine = await startWith();
    const host = codeHost(machine, how);
    host.linked = PAY;
    add(machine, 'code-host.unlink', 'c', named(machine));
    await passLong(machine);
    expect(host.linked).toBeNull();
    expect(machine.rejected).toEqual([]);
  });

  test('is rejected at once by a server without an app', async () => {
    const machine = await startWith();
    add(machine, 'code-host.link', 'c', { ...named(machine), repository: PAY });
    await machine.pass(0);
    expect(machine.rejected).toEqual([expect.stringContaining('No code host is configured')]);
    expect(machine.items()).toEqual([]);
  });
});

test('an import continues step by step in the same run', async () => {
  const machine = await startWith();
  const host = codeHost(machine);
  const id = add(machine, 'code-host.import', 'c', named(machine));
  const settled = machine.outbox.settled(id);
  await machine.pass(0);
  expect(host.steps).toEqual([null, 'run', 'run']);
  expect(await settled).toEqual({ state: 'sent', value: { imported: 12, skipped: 3, errors: 1 } });
});
