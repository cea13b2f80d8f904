/** `punchcard serve`: where the local workspace is reached, or why it is not. */
import { expect, test } from 'vitest';
import type { State } from '../../../shared/contract/index.ts';
import { answersOf } from './app.ts';

const ask = (localServer: State['localServer']) =>
  answersOf({ run: {}, clock: { ms: 0 } } as Parameters<typeof answersOf>[0], {
    account: { current: () => null },
    localServer: () => localServer,
  })({ do: 'serve' });

test('names the address, also for programs', async () => {
  const address = 'http://127.0.0.1:4848';
  const said = 'The local workspace is at http://127.0.0.1:4848';
  expect(await ask({ address, error: null })).toEqual({ ok: true, said, data: { address } });
});

test('fails while it is off, and says where to switch it on', async () => {
  const reply = await ask({ address: null, error: null });
  expect(reply).toMatchObject({ ok: false, why: 'failed', said: expect.stringMatching(/^Off\. .*settings/) });
});

test('fails with the reason if the port cannot be used', async () => {
  const error = 'Another program uses port 4848. Choose another one.';
  expect(await ask({ address: null, error })).toEqual({ ok: false, why: 'failed', said: error });
});
