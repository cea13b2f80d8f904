/**
 * The keychain process: takes one request at a time, calls keytar and answers. It keeps no state between requests and writes no files.
 * Its parent kills it when it is idle, when a call hangs, and when the app quits.
 *
 * It loads no zod, which would take 20 ms at every start: its parent parses the answers.
 */

import { createRequire } from 'node:module';
import type { KeychainReply, KeychainRequest } from '../../../shared/keychain-worker.ts';

type Keytar = typeof import('keytar');

/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: KeychainRequest }) => void): void;
  postMessage(message: KeychainReply): void;
}

type FailedReply = Extract<KeychainReply, { ok: false }>;
type Answer = { ok: true; value: string | boolean | null } | { ok: false; why: FailedReply['why']; detail: string };

const LOCKED: Answer = { ok: false, why: 'locked', detail: '' };
const NO_SERVICE: Answer = { ok: false, why: 'no-service', detail: '' };

async function answer(request: KeychainRequest): Promise<Answer> {
  let keytar: Keytar;
  try {
    // keytar is a native CommonJS module outside the bundle; loading it here turns a missing libsecret into an answer.
    keytar = createRequire(import.meta.url)('keytar');
  } catch {
    return { ok: false, why: 'no-library', detail: '' };
  }
  try {
    return await perform(keytar, request);
  } catch (error) {
    return answerIfOpen(request, { ok: false, why: 'failed', detail: withoutSecret(error, request) });
  }
}

async function perform(keytar: Keytar, request: KeychainRequest): Promise<Answer> {
  const { op, service, account } = request;
  switch (op) {
    case 'get': {
      const value = await keytar.getPassword(service, account);
      return value === null ? answerIfOpen(request, { ok: true, value }) : { ok: true, value };
    }
    case 'set':
      await keytar.setPassword(service, account, request.secret);
      return { ok: true, value: null };
    case 'delete': {
      if (await keytar.deletePassword(service, account)) return { ok: true, value: true };
      const first = await answerIfOpen(request, { ok: true, value: false });
      if (first !== LOCKED) return first;
      // Deleting does not open the unlock window, but reading does.
      await keytar.getPassword(service, account);
      const value = await keytar.deletePassword(service, account);
      return value ? { ok: true, value } : answerIfOpen(request, { ok: true, value });
    }
  }
}

/**
 * `found` if the keychain could be read. Linux only: on macOS and Windows keytar itself distinguishes "none" from "locked", which is an
 * error there.
 */
async function answerIfOpen({ service, account }: KeychainRequest, found: Answer): Promise<Answer> {
  if (process.platform !== 'linux') return found;
  const { inspectSecretService } = await import('./secret-service.ts');
  const state = await inspectSecretService({ service, account });
  return { open: found, locked: LOCKED, absent: NO_SERVICE }[state];
}

function withoutSecret(error: unknown, request: KeychainRequest): string {
  const text = error instanceof Error ? error.message : 'no reason given';
  return request.op === 'set' && request.secret !== '' ? text.replaceAll(request.secret, '…') : text;
}

const { parentPort }: { parentPort?: ParentPort } = process;
parentPort?.on('message', async ({ data }) => {
  parentPort.postMessage({ id: data.id, ...(await answer(data)) });
});
