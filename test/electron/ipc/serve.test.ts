/** Commands that main accepts, and the answer to rejected ones. */

import type { IpcMainInvokeEvent } from 'electron';
import { afterEach, expect, test, vi } from 'vitest';
import { type ServeOptions, serveCommands } from '../../../electron/ipc/serve.ts';
import { command } from '../../../shared/contract/command.ts';
import { Id } from '../../../shared/contract/fields.ts';
import { AppError, type AppErrorView } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';

afterEach(() => vi.restoreAllMocks());

const MALFORMED = { ok: false, error: { kind: 'invalid', ...messages.app.malformed } };
const EVENT = {} as IpcMainInvokeEvent;
const FAILED: AppErrorView = { kind: 'internal', ...messages.app.malformed };

function served(options: Partial<ServeOptions<'tasks.open' | 'quick-add.open'>> = {}) {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const open = vi.fn<(payload: { taskId: string }) => string>(({ taskId }) => `opened ${taskId}`);
  const answer = serveCommands({
    commands: { 'tasks.open': command({ taskId: Id }), 'quick-add.open': command({}) },
    handlerOf: (name) => (name === 'tasks.open' ? open : () => undefined),
    pageOf: () => 'main',
    mayCall: (page, name) => page === 'main' || name.startsWith('quick-add.'),
    toError: () => FAILED,
    ...options,
  });
  return { open, warned, ask: (name: unknown, payload: unknown) => answer(EVENT, name, payload) };
}

test('a command is answered by its handler, with the parsed payload', async () => {
  const { ask, warned } = served();
  expect(await ask('tasks.open', { taskId: 't' })).toEqual({ ok: true, value: 'opened t' });
  expect(warned).not.toHaveBeenCalled();
});

test('a payload that does not match its schema is rejected and logged without its content', async () => {
  const { ask, open, warned } = served();
  expect(await ask('tasks.open', { taskId: 'Rechnung '.repeat(1_000) })).toEqual(MALFORMED);
  expect(open).not.toHaveBeenCalled();
  expect(warned.mock.calls).toEqual([['Bridge: refused a malformed tasks.open']]);
});

test('unknown names, foreign frames and commands of other pages are rejected', async () => {
  const { ask, open } = served();
  for (const name of ['tasks.close', 'toString', '__proto__', 7, null]) expect(await ask(name, {})).toEqual(MALFORMED);
  expect(await served({ pageOf: () => null }).ask('tasks.open', { taskId: 't' })).toEqual(MALFORMED);
  const quickAdd = served({ pageOf: () => 'quick-add' });
  expect(await quickAdd.ask('tasks.open', { taskId: 't' })).toEqual(MALFORMED);
  expect(await quickAdd.ask('quick-add.open', {})).toEqual({ ok: true, value: undefined });
  expect(open).not.toHaveBeenCalled();
});

test('an error becomes an app error for the page; only an unexpected one is logged, by its name', async () => {
  const failing = (error: Error) => served({ handlerOf: () => () => Promise.reject(error) });
  const unexpected = failing(new TypeError('Ada Lovelace'));
  expect(await unexpected.ask('tasks.open', { taskId: 't' })).toEqual({ ok: false, error: FAILED });
  expect(unexpected.warned.mock.calls).toEqual([['Bridge: tasks.open failed: TypeError']]);
  const expected = failing(new AppError({ kind: 'invalid', ...messages.tasks.notListed }));
  expect(await expected.ask('tasks.open', { taskId: 't' })).toEqual({ ok: false, error: FAILED });
});
