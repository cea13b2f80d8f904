/** Reasons are shown in the language in use; the service's own messages are not translated. */
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { serviceErrorText, toAppErrorView } from '../../../electron/service/error-messages.ts';
import { ServiceError } from '../../../electron/service/errors.ts';
import { parseRecord } from '../../../electron/service/response.ts';

import { reasonText, type ServiceErrorReason } from '../../../shared/errors/service-error-reason.ts';
import * as german from '../../../shared/i18n/generated/main-process-de.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';

afterEach(() => activeMessages.set({}));

/** All reasons; a missing one does not compile. */
const ALL: { [K in ServiceErrorReason['is']]: Extract<ServiceErrorReason, { is: K }> | ServiceErrorReason } = {
  unreachable: { is: 'unreachable' },
  untrusted: { is: 'untrusted' },
  broken: { is: 'broken' },
  'web-page': { is: 'web-page' },
  'other-record': { is: 'other-record' },
  empty: { is: 'empty' },
  'no-json': { is: 'no-json' },
  bounds: { is: 'bounds' },
  'no-form': { is: 'no-form' },
  invalid: { is: 'invalid' },
  deleted: { is: 'deleted' },
  'no-route': { is: 'no-route' },
  slow: { is: 'slow', seconds: 20 },
  large: { is: 'large', megabytes: 8 },
  status: { is: 'status', status: 418 },
  outage: { is: 'outage', status: 502 },
  redirect: { is: 'redirect', location: null },
  type: { is: 'type', wanted: 'image', got: '' },
  field: { is: 'field', path: 'tasks[3].title', what: 'is wrong: expected string' },
  'page-stands': { is: 'page-stands' },
  'description-long': { is: 'description-long' },
  endless: { is: 'endless', what: 'tasks', limit: 50_000 },
  'page-repeats': { is: 'page-repeats' },
  'label-lasts': { is: 'label-lasts' },
  bulk: { is: 'bulk', done: 1, of: 2 },
  changing: { is: 'changing', what: 'description' },
  'unusable-token': { is: 'unusable-token', flaw: 'type' },
  'no-address': { is: 'no-address', text: 'a b' },
  'no-scheme': { is: 'no-scheme' },
  'no-host': { is: 'no-host' },
};

test.each(Object.values(ALL))('$is: a sentence in each language, and never the same', (reason) => {
  const error = new ServiceError({ kind: 'malformed', reason });
  const english = serviceErrorText(error);
  activeMessages.set(german);
  const inGerman = serviceErrorText(error);
  for (const text of [english, inGerman]) expect(text).toMatch(/^\S.*\.$/);
  expect(inGerman).not.toBe(english);
  // Logs are in English.
  expect(error.message).toBe(
    reason.is === 'field' ? "The answer's field “tasks[3].title” is wrong: expected string." : english,
  );
});

test('facts are part of the text in both languages', () => {
  const inGerman = (reason: ServiceErrorReason) => reasonText(reason, german.main.serviceErrors);
  expect(inGerman({ is: 'field', path: 'a.b', what: 'is wrong: expected string' })).toBe(
    'Die Antwort des Dienstes hat in „a.b“ einen unerwarteten Wert.',
  );
  expect(inGerman({ is: 'changing', what: 'board' })).toMatch(/^Das Board .* es gelesen/);
  expect(inGerman({ is: 'changing', what: 'description' })).toMatch(/^Die Beschreibung .* sie gelesen/);
  expect(inGerman({ is: 'redirect', location: 'https://x.example' })).toContain('https://x.example');
});

test('the schema’s message is only logged', async () => {
  const Tasks = z.object({ tasks: z.array(z.string()) });
  const whatOf = (json: unknown): string => {
    try {
      parseRecord({ status: 200, json }, Tasks);
    } catch (error) {
      return toAppErrorView(error, 'pm.example.org').explanation;
    }
    return '';
  };
  expect(whatOf({ tasks: 7 })).toBe('The service’s answer has an unexpected value in “tasks”.');
  activeMessages.set(german);
  expect(whatOf({ tasks: 7 })).toBe('Die Antwort des Dienstes hat in „tasks“ einen unerwarteten Wert.');
  expect(whatOf([])).toBe('Die Antwort hat die falsche Form.');

  // Each message is logged once by a process, so this needs a module that has logged none.
  vi.resetModules();
  const fresh = await import('../../../electron/service/response.ts');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  for (const _ of [1, 2]) expect(() => fresh.parseRecord({ status: 200, json: { tasks: 7 } }, Tasks)).toThrow();
  expect(warn).toHaveBeenCalledExactlyOnceWith('Malformed answer: tasks is wrong: expected array, received number');
});

test('the service’s message is not translated', () => {
  activeMessages.set(german);
  const error = new ServiceError({ kind: 'rejected', status: 403, message: 'No access.' });
  expect(toAppErrorView(error, 'pm.example.org')).toMatchObject({ explanation: 'No access.' });
  const slow = new ServiceError({ kind: 'timeout', reason: { is: 'slow', seconds: 20 } });
  expect(toAppErrorView(slow, 'pm.example.org').explanation).toMatch(/^Keine Antwort innerhalb von 20 s\. /);
});
