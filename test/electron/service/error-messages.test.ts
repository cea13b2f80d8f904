/** The text of errors: what happened, what was kept, what to do. */

import { describe, expect, test } from 'vitest';
import { boardError, signedOutError, toAppErrorView } from '../../../electron/service/error-messages.ts';
import { ServiceError, type ServiceErrorFacts, type ServiceErrorKind } from '../../../electron/service/errors.ts';
import { AppError, type AppErrorView } from '../../../shared/errors/app-error.ts';

const SERVER = 'pm.example.org';
const from = (facts: Omit<ServiceErrorFacts, 'message' | 'reason'> & { message?: string }) =>
  toAppErrorView(new ServiceError({ message: 'Message of the service.', ...facts }), SERVER);

/** All kinds; a missing one does not compile. */
const KINDS: Record<ServiceErrorKind, AppErrorView['kind']> = {
  unreachable: 'unreachable',
  untrusted: 'untrusted',
  timeout: 'timeout',
  lost: 'timeout',
  redirect: 'redirect',
  'not-the-service': 'not-the-service',
  malformed: 'malformed',
  'too-large': 'malformed',
  rejected: 'rejected',
};

function expectComplete(error: AppErrorView): void {
  for (const text of [error.title, error.explanation, error.nextStep, error.whatWasKept ?? 'Nothing.']) {
    expect(text).not.toMatch(/undefined|null|NaN|\[object|Infinity/);
    expect(text.trim()).toBe(text);
    expect(text).not.toBe('');
  }
  expect(error.title, 'a title is not a sentence').not.toMatch(/\.$/);
  expect(error.title.length).toBeLessThan(80);
  for (const sentence of [error.explanation, error.nextStep]) expect(sentence).toMatch(/\.$/);
}

describe('every kind of error', () => {
  test.each(Object.entries(KINDS) as [ServiceErrorKind, AppErrorView['kind']][])(
    '%s has a complete text',
    (kind, expected) => {
      for (const facts of [
        {},
        { status: 404 },
        { status: 500, code: 'X' },
        { location: 'https://elsewhere.example/' },
      ]) {
        const error = from({ kind, ...facts });
        expect(error.kind).toBe(expected);
        expectComplete(error);
      }
    },
  );

  test.each<[ServiceErrorKind]>([
    ['unreachable'],
    ['timeout'],
    ['lost'],
    ['untrusted'],
    ['redirect'],
    ['not-the-service'],
    ['malformed'],
  ])('%s names the server', (kind) => {
    expect(from({ kind }).title).toContain(SERVER);
  });
});

test.each([200, 404, 502, 503])('a web page (%i) of a known server reads as an outage', (status) => {
  const error = new ServiceError({ kind: 'not-the-service', status, reason: { is: 'outage', status } });
  const view = toAppErrorView(error, SERVER);
  expectComplete(view);
  expect(view).toMatchObject({ kind: 'unreachable', title: `Can’t reach ${SERVER}` });
  expect(view.explanation).toContain(String(status));
  // The server may have acted on a write.
  expect(error.mayHaveActed).toBe(true);
});

describe('a rejection', () => {
  test.each<[string, Partial<ServiceErrorFacts>, Partial<Record<keyof AppErrorView, unknown>>]>([
    ['a 401 that is not about the sign-in', { status: 401 }, { kind: 'rejected' }],
    [
      'too many requests',
      { status: 429, retryAfterMs: 29_001 },
      { kind: 'rate-limited', nextStep: expect.stringMatching(/^Wait 30 s\.$/) },
    ],
    [
      'too many requests without a Retry-After',
      { status: 429 },
      { kind: 'rate-limited', nextStep: expect.stringMatching(/^Wait a minute\.$/) },
    ],
    [
      'client id',
      { status: 400, code: 'invalid_client' },
      { kind: 'client-not-allowed', nextStep: expect.stringMatching(/DEVICE_AUTH_CLIENT_IDS/) },
    ],
    [
      'a used-up key',
      { status: 429, isUsedUp: true, retryAfterMs: 3_600_000 },
      { kind: 'rate-limited', nextStep: expect.stringMatching(/another key/) },
    ],
    [
      'a key without the scope',
      { status: 403, code: 'API_KEY_SCOPE', missingPermissions: ['task:update'] },
      {
        kind: 'rejected',
        explanation: 'It lacks the scope task:update.',
        nextStep: expect.stringMatching(/another key/),
      },
    ],
    [
      'a key without the scope, on an older server',
      { status: 403, message: 'Insufficient API key scope' },
      { kind: 'rejected', title: 'This API key may not do that', nextStep: expect.stringMatching(/another key/) },
    ],
    [
      'a crash with a code',
      { status: 500, code: 'INTERNAL_SERVER_ERROR' },
      { kind: 'rejected', explanation: 'It answered 500 INTERNAL_SERVER_ERROR: Message of the service.' },
    ],
    ['crash', { status: 500 }, { kind: 'rejected', explanation: 'It answered 500: Message of the service.' }],
    ['overload', { status: 503 }, { kind: 'rejected', title: `${SERVER} has a problem` }],
    [
      'permissions',
      { status: 403, missingPermissions: ['task:update', 'task:assign'] },
      { explanation: 'Missing permission: task:update, task:assign.' },
    ],
    [
      'anything else',
      { status: 418 },
      { kind: 'rejected', title: `${SERVER} refused`, explanation: 'Message of the service.' },
    ],
    ['anything without a status', {}, { kind: 'rejected', explanation: 'Message of the service.' }],
  ])('(%s) has a matching text', (_what, facts, expected) => {
    const error = from({ kind: 'rejected', ...facts });
    expect(error).toMatchObject(expected);
    expectComplete(error);
  });
});

describe('a redirect', () => {
  test('names the destination, shortened', () => {
    expect(from({ kind: 'redirect', location: 'https://elsewhere.example/login' }).explanation).toContain(
      'https://elsewhere.example/login',
    );
    const long = from({ kind: 'redirect', location: `https://elsewhere.example/${'x'.repeat(5000)}` });
    expect(long.explanation.length).toBeLessThan(400);
  });
});

describe('anything else', () => {
  test('(an AppError) is returned unchanged', () => {
    const appError = signedOutError(SERVER);
    expectComplete(appError);
    const error = new AppError(appError, new Error('cause'));
    expect(toAppErrorView(error, 'other.example')).toBe(appError);
    expect(error.message).toBe(`${appError.title}: ${appError.explanation}`);
  });

  test.each([
    [new Error('disk full'), 'The reason: “disk full”.'],
    ['a thrown text', 'The reason: “a thrown text”.'],
    [undefined, 'The reason: “undefined”.'],
  ])('(%s) is an internal error', (thrown, explanation) => {
    expect(toAppErrorView(thrown, SERVER)).toMatchObject({
      kind: 'internal',
      title: 'Something went wrong in Punchcard',
      explanation,
    });
  });
});

describe('a board', () => {
  const of = (status: number, isOwn: boolean, code?: string) =>
    boardError(new ServiceError({ kind: 'rejected', status, code, message: 'Message of the service.' }), SERVER, isOwn);

  test.each<[number, boolean, string]>([
    [403, true, 'You may not see that board'],
    [403, false, 'That board is not public'],
    [404, true, 'There is no such board'],
    [404, false, 'There is no such board'],
    // An unknown id is usually a 400 (docs/service.md#unknown-ids-and-missing-routes).
    [400, true, 'There is no such board'],
    [400, false, 'pm.example.org refused'],
    [503, true, 'pm.example.org has a problem'],
  ])('rejected with %i, own: %s', (status, isOwn, title) => {
    const error = of(status, isOwn);
    expectComplete(error);
    expect(error.title).toBe(title);
  });

  test('that keeps changing: the text says that the pages read so far are shown', () => {
    const error = of(409, true, 'KEEPS_CHANGING');
    expectComplete(error);
    expect(error.whatWasKept).toMatch(/What was read is shown/);
  });

  test('that is unreachable has the usual text', () => {
    const unreachable = new ServiceError({ kind: 'unreachable', message: 'No connection.' });
    expect(boardError(unreachable, SERVER, true)).toEqual(toAppErrorView(unreachable, SERVER));
  });
});
