/** Links that the user pastes to open a public board. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePublicLink } from '../../../../electron/features/board/public-link.ts';

const KNOWN = { baseUrl: 'https://api.example.org/api', webUrl: 'https://pm.example.org' };

test.each([
  ['https://pm.other.org/public-project/abc', 'https://pm.other.org/api'],
  ['pm.other.org/public-project/abc', 'https://pm.other.org/api'],
  ['https://pm.other.org/api/public-project/abc/', 'https://pm.other.org/api'],
  ['https://pm.other.org/public-project/abc?tab=board#top', 'https://pm.other.org/api'],
  [' http://127.0.0.1:4000/sub/public-project/abc \n', 'http://127.0.0.1:4000/sub/api'],
  ['localhost:5173/public-project/abc', 'http://localhost:5173/api'],
  ['https://pm.other.org/dashboard/workspace/w1/project/abc/board', 'https://pm.other.org/api'],
  // The web app of the account's server, whose API is elsewhere.
  ['https://pm.example.org/public-project/abc', 'https://api.example.org/api'],
  ['/public-project/abc', 'https://api.example.org/api'],
  ['/api/public-project/abc', 'https://api.example.org/api'],
  ['abc', 'https://api.example.org/api'],
])('%s', (text, baseUrl) => {
  expect(parsePublicLink(text, KNOWN)).toEqual({ baseUrl, projectId: 'abc' });
});

test.each([
  '',
  '  ',
  'https://pm.other.org',
  'https://pm.other.org/dashboard',
  'ftp://pm.other.org/public-project/abc',
])('none: %s', (text) => expect(parsePublicLink(text, KNOWN)).toBeUndefined());

test('an id alone names no server to somebody who is signed out', () => {
  expect(parsePublicLink('abc', null)).toEqual({ baseUrl: null, projectId: 'abc' });
});

test('any parsed id is safe in a path', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((tail) => `https://x.org/public-project/${tail}`),
      ),
      (text) => {
        const { projectId = 'a' } = parsePublicLink(text, KNOWN) ?? {};
        expect(projectId).toMatch(/^[\w-]+$/);
      },
    ),
  );
});
