/** Answers that are not JSON: images, calendars, uploads to object storage, no body. */
import { describe, expect, test } from 'vitest';
import { clientOf } from './contract/served.ts';
import { answering, rawServer } from './raw-server.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254, 10]);

describe('an image', () => {
  test('is downloaded unchanged', async () => {
    const server = await rawServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG);
    });
    const { contentType, bytes } = await clientOf(server.baseUrl, 'token').downloadBackground('p');
    expect(contentType).toBe('image/png');
    expect([...bytes]).toEqual([...PNG]);
    expect(server.requests[0]?.headers).toMatchObject({ accept: 'image/*', authorization: 'Bearer token' });
  });

  test.each<[what: string, status: number, type: string, kind: string]>([
    ['a web page', 200, 'text/html', 'not-the-service'],
    ['JSON', 200, 'application/json', 'not-the-service'],
    ['no type', 200, '', 'not-the-service'],
    ['a redirect', 302, 'image/png', 'redirect'],
    ['a rejection', 404, 'application/json', 'rejected'],
    ['a rejection with an image', 404, 'image/png', 'rejected'],
  ])('is expected, but %s is received: an error', async (_what, status, type, kind) => {
    const { baseUrl } = await rawServer(answering(status, '{"message":"No","code":"NO"}', { 'Content-Type': type }));
    await expect(clientOf(baseUrl, 'token').downloadBackground('p')).rejects.toMatchObject({ kind, status });
  });
});

test('a person’s image is downloaded up to a size', async () => {
  const server = await rawServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG);
  });
  const client = clientOf(server.baseUrl, 'token');
  expect([...(await client.downloadPersonPicture('/asset/1?v=2', PNG.length)).bytes]).toEqual([...PNG]);
  expect(server.requests[0]?.path).toBe('/api/asset/1?v=2');
  await expect(client.downloadPersonPicture('/asset/1', PNG.length - 1)).rejects.toMatchObject({ kind: 'too-large' });
});

test('a calendar is read as text, in UTF-8', async () => {
  const { baseUrl } = await rawServer(
    answering(200, 'BEGIN:VCALENDAR\r\nÜbung 🌱', { 'Content-Type': 'text/calendar; charset=utf-8' }),
  );
  expect(await clientOf(baseUrl, 'token').readCalendarFeed('t')).toBe('BEGIN:VCALENDAR\r\nÜbung 🌱');
});

describe('an upload', () => {
  test('sends the bytes and the given headers, but no credential', async () => {
    const server = await rawServer((_request, response) => void response.writeHead(200).end());
    const headers = { 'Content-Type': 'image/png', 'x-amz-acl': 'private', 'Content-Length': '9', host: 'elsewhere' };
    const bytes = new TextEncoder().encode('the bytes');
    await clientOf('http://127.0.0.1:9/api', 'secret-token').uploadBytes(
      { uploadUrl: `${server.baseUrl}/bucket/key?X-Amz-Signature=abc`, headers },
      bytes,
    );
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      path: '/api/bucket/key?X-Amz-Signature=abc',
      headers: { 'content-type': 'image/png', 'x-amz-acl': 'private', 'content-length': '9' },
      text: 'the bytes',
    });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.headers.host).toBe(new URL(server.baseUrl).host);
  });

  test.each([
    [403, 'rejected'],
    [307, 'redirect'],
    [503, 'rejected'],
  ])('fails on status %s', async (status, kind) => {
    const { baseUrl } = await rawServer(
      answering(status, '<Error><Code>Expired</Code></Error>', { 'Content-Type': 'application/xml' }),
    );
    const target = { uploadUrl: `${baseUrl}/bucket`, headers: {} };
    await expect(clientOf(baseUrl, 'token').uploadBytes(target, PNG)).rejects.toMatchObject({ kind, status });
  });
});

describe('an answer without a body', () => {
  test('is accepted if none is expected', async () => {
    const { baseUrl } = await rawServer((_request, response) => void response.writeHead(204).end());
    expect(await clientOf(baseUrl, 'token').deleteBackground('p')).toBeUndefined();
  });

  test('is malformed if a record is expected', async () => {
    const { baseUrl } = await rawServer((_request, response) => void response.writeHead(204).end());
    await expect(clientOf(baseUrl, 'token').getTask('t')).rejects.toMatchObject({ kind: 'malformed', status: 204 });
  });
});
