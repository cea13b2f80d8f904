/** Reading long descriptions: changes, errors, older servers (docs/service.md#descriptions). */
import { describe, expect, test } from 'vitest';
import { type DescriptionOf, readDescription } from '../../../electron/service/read-descriptions.ts';
import { clientOf } from './contract/served.ts';
import { answering, type RawServer, rawServer } from './raw-server.ts';

const task: DescriptionOf = { of: 'task', taskId: 't 1' };
const instantly = { sleep: () => Promise.resolve() };

/** Returns these answers in order; the last one repeats. */
async function inTurn(...answers: RawServer['answer'][]) {
  let turn = 0;
  const server = await rawServer((request, response) => {
    const answer = answers[Math.min(turn, answers.length - 1)];
    turn += 1;
    return answer?.(request, response);
  });
  return { server, client: clientOf(server.baseUrl, 'token') };
}

const page = (content: string, nextOffset: number | null, version = '1') =>
  answering(200, { content, version, nextOffset });
const changed = answering(409, { message: 'Changed', code: 'CONFLICT' });

test('each page is requested with the version of the first', async () => {
  const { client, server } = await inTurn(page('One ', 4), page('two ', 8), page('three', null));
  expect(await readDescription(client, task)).toBe('One two three');
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/api/task/t%201/description?offset=0',
    '/api/task/t%201/description?offset=4&version=1',
    '/api/task/t%201/description?offset=8&version=1',
  ]);
});

describe('a description that changes during the read', () => {
  test('is read again from the start', async () => {
    const { client, server } = await inTurn(page('Old', 3), changed, page('New', 3, '2'), page(' text', null, '2'));
    expect(await readDescription(client, task, instantly)).toBe('New text');
    expect(server.requests[2]?.path).toBe('/api/task/t%201/description?offset=0');
  });

  test('is detected by its version', async () => {
    const { client } = await inTurn(page('Old', 3, '1'), page('text', null, '2'), page('New', null, '2'));
    expect(await readDescription(client, task, instantly)).toBe('New');
  });

  test('repeatedly is an error', async () => {
    let requests = 0;
    const { client } = await inTurn((request, response) => {
      requests += 1;
      return (requests % 2 === 1 ? page('Old', 3) : changed)(request, response);
    });
    await expect(readDescription(client, task, instantly)).rejects.toMatchObject({
      code: 'KEEPS_CHANGING',
      message: 'The description keeps changing while it is read.',
    });
    expect(requests).toBe(8);
  });

  test('is not assumed for a 409 on the first page', async () => {
    const { client, server } = await inTurn(changed);
    await expect(readDescription(client, task, instantly)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(server.requests).toHaveLength(1);
  });
});

test('a request to a busy service is retried', async () => {
  const { client } = await inTurn(answering(503, 'timeout'), page('Text', null));
  expect(await readDescription(client, task, instantly)).toBe('Text');
});

test('a next offset that does not increase is an error', async () => {
  const { client, server } = await inTurn(page('Round ', 6), page('and round ', 6));
  await expect(readDescription(client, task)).rejects.toMatchObject({ kind: 'malformed' });
  expect(server.requests).toHaveLength(2);
});

describe('an older server without description pages', () => {
  const older = (description: string | null): RawServer['answer'] => {
    return (request, response) =>
      (request.path.endsWith('/api/task/t%201')
        ? answering(200, { id: 't 1', projectId: 'p', description })
        : answering(404, '404 Not Found'))(request, response);
  };

  test('sends the whole description with the task', async () => {
    expect(await readDescription((await inTurn(older('All of it'))).client, task)).toBe('All of it');
    expect(await readDescription((await inTurn(older(null))).client, task)).toBe('');
  });

  test('has no public descriptions', async () => {
    const { client } = await inTurn(older('All of it'));
    const which: DescriptionOf = { of: 'public-task', projectId: 'p', taskId: 't 1' };
    await expect(readDescription(client, which)).rejects.toMatchObject({ status: 404 });
  });
});

test('an abort ends the read at once', async () => {
  const abort = new AbortController();
  const { client, server } = await inTurn(page('One', 3), () => abort.abort());
  await expect(readDescription(client, task, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(server.requests).toHaveLength(2);
});
