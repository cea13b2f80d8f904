/** People's pictures: read only from the account's server, limited in size, cached. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  createPeoplePictures,
  MAX_PICTURE_BYTES,
  pathBelow,
} from '../../../../electron/features/tasks/people-pictures.ts';
import { clientOf } from '../../service/contract/served.ts';
import { rawServer } from '../../service/raw-server.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

type Answer = (response: ServerResponse, path: string) => void;
const picture =
  (bytes: Buffer, type = 'image/png'): Answer =>
  (response) =>
    void response.writeHead(200, { 'Content-Type': type }).end(bytes);

async function people(answer: Answer, images: Record<string, string> = { ada: '/api/asset/ada' }) {
  const server = await rawServer(({ path }, response) => answer(response, path));
  const client = clientOf(server.baseUrl, 'token');
  const acting = { account: { id: 'account', baseUrl: server.baseUrl }, client };
  let now = 0;
  const pictures = createPeoplePictures({
    people: () => Object.entries(images).map(([id, image]) => ({ id, image })),
    session: () => acting,
    monotonic: () => now,
  });
  return {
    server,
    acting,
    view: pictures.view,
    of: (id: string) => pictures.picture(pictures.view()[id] ?? ''),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a picture is read once, with the credential, with the type of its bytes', async () => {
  const { of, server } = await people(picture(PNG, 'image/x-odd'));
  const found = await of('ada');
  expect(found?.contentType).toBe('image/png');
  expect(Buffer.from(found?.bytes ?? []).equals(PNG)).toBe(true);
  await Promise.all([of('ada'), of('ada')]);
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/asset/ada']);
  expect(server.requests[0]?.headers.authorization).toBe('Bearer token');
});

test.each<[what: string, answer: Answer]>([
  ['SVG', picture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
  ['a web page', picture(Buffer.from('<html>'), 'text/html')],
  ['a web page with the type of a picture', picture(Buffer.from('<html>'))],
  ['a picture with the type of a web page', picture(PNG, 'text/html')],
  ['too many bytes', picture(Buffer.concat([PNG, Buffer.alloc(MAX_PICTURE_BYTES)]))],
  ['nothing', picture(Buffer.alloc(0))],
  ['a refusal', (response) => void response.writeHead(403).end()],
  ['a broken connection', (response) => void response.destroy()],
])('%s is not shown and is requested again later', async (_what, answer) => {
  const { of, server, pass } = await people(answer);
  expect([await of('ada'), await of('ada')]).toEqual([null, null]);
  expect(server.requests).toHaveLength(1);
  server.answer = (_request, response) => picture(PNG)(response, '');
  pass(300_000);
  expect(await of('ada')).not.toBeNull();
});

test('a picture at the same path of another account has another key', async () => {
  const { view, acting } = await people(picture(PNG));
  const before = view();
  acting.account.id = 'another';
  expect(view()).not.toEqual(before);
});

test('a redirect is not followed', async () => {
  const elsewhere = await rawServer((_request, response) => picture(PNG)(response, ''));
  const { of } = await people(
    (response) => void response.writeHead(302, { Location: `${elsewhere.baseUrl}/ada.png` }).end(),
  );
  expect(await of('ada')).toBeNull();
  expect(elsewhere.requests).toEqual([]);
});

test('pictures of other servers are not offered, and an invented key reads nothing', async () => {
  const { view, server } = await people(picture(PNG), {
    ada: 'https://pictures.example.org/ada.png',
    ben: 'data:image/png;base64,iVBORw0KGgo=',
    cy: '/elsewhere/cy.png',
  });
  expect(view()).toEqual({});
  const { of } = await people(picture(PNG));
  expect(await of('nobody')).toBeNull();
  expect(server.requests).toEqual([]);
});

test('the cache is limited: the least recently used pictures are read again', async () => {
  const images = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, `/api/asset/${index}`]));
  const { of, server } = await people(picture(Buffer.concat([PNG, Buffer.alloc(MAX_PICTURE_BYTES - 16)])), images);
  for (const id of Object.keys(images)) await of(id);
  expect(server.requests).toHaveLength(20);
  await of('p19');
  expect(server.requests).toHaveLength(20);
  await of('p0');
  expect(server.requests).toHaveLength(21);
});

test('another account starts with an empty cache', async () => {
  const { of, server, acting } = await people(picture(PNG));
  await of('ada');
  acting.account.id = 'another';
  await of('ada');
  expect(server.requests).toHaveLength(2);
});

describe('an address is below the API root', () => {
  test.each([
    ['https://host.example/api/asset/1?v=2', '/asset/1?v=2'],
    ['/api/asset/1', '/asset/1'],
    ['asset/1', '/asset/1'],
  ])('%s', (image, path) => expect(pathBelow('https://host.example/api', image)).toBe(path));

  test.each([
    'https://host.example/apiary/1',
    'https://host.example/api/../secret.png',
    'https://host.example/api/%2e%2e/secret.png',
    'http://host.example/api/asset/1',
    'https://host.example:8443/api/asset/1',
    '//other.example/api/asset/1',
    'https://host.example@other.example/api/asset/1',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    '',
  ])('not %s', (image) => expect(pathBelow('https://host.example/api', image)).toBeUndefined());
});
