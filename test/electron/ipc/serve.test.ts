/** What a page is told whose question is not well-formed: in the person's language, and nothing of what was sent. */

import type { IpcMainInvokeEvent } from 'electron';
import { afterEach, expect, test, vi } from 'vitest';
import { createAnswering } from '../../../electron/ipc/serve.ts';
import type { CommandHandlers } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';

afterEach(() => vi.restoreAllMocks());

test('a question that is too long is answered in words of ours, and logged without what it was', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const answer = createAnswering({
    handlers: {} as CommandHandlers,
    pageOf: () => 'main',
    server: () => 'pm.example.org',
    whenFree: async (work) => work(),
  });
  const title = 'Rechnung '.repeat(1_000);
  const event = {} as IpcMainInvokeEvent;
  expect(await answer(event, 'tasks.set-title', { taskId: 't', title })).toEqual({
    ok: false,
    problem: { kind: 'invalid', ...messages.app.malformed },
  });
  expect(warned.mock.calls).toEqual([['bridge: refused a malformed tasks.set-title']]);
});
