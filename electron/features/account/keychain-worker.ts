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
    const state = process.platform === 'linux' ? await inspect(request) : 'open';
    if (state === 'locked') return LOCKED;
    if (state === 'absent') return { ok: false, why: 'no-service', detail: '' };
    return { ok: false, why: 'failed', detail: withoutSecret(error, request) };
  }
}

async function perform(keytar: Keytar, request: KeychainRequest): Promise<Answer> {
  const { op, service, account } = request;
  switch (op) {
    case 'get': {
      const value = await keytar.getPassword(service, account);
      return value === null && (await isLocked(request)) ? LOCKED : { ok: true, value };
    }
    case 'set':
      await keytar.setPassword(service, account, request.secret);
      return { ok: true, value: null };
    case 'delete': {
      if (await keytar.deletePassword(service, account)) return { ok: true, value: true };
      if (!(await isLocked(request))) return { ok: true, value: false };
      // Deleting does not open the unlock window, but reading does.
      await keytar.getPassword(service, account);
      const value = await keytar.deletePassword(service, account);
      return !value && (await isLocked(request)) ? LOCKED : { ok: true, value };
    }
  }
}

/** Linux only: on macOS and Windows keytar itself distinguishes "none" from "locked", which is an error there. */
async function isLocked(request: KeychainRequest): Promise<boolean> {
  return process.platform === 'linux' && (await inspect(request)) === 'locked';
}

async function inspect({ service, account }: KeychainRequest) {
  const { inspectSecretService } = await import('./secret-service.ts');
  return inspectSecretService({ service, account });
}

function withoutSecret(error: unknown, request: KeychainRequest): string {
  const text = error instanceof Error ? error.message : 'no reason given';
  return request.op === 'set' && request.secret !== '' ? text.replaceAll(request.secret, '…') : text;
}

const { parentPort }: { parentPort?: ParentPort } = process;
parentPort?.on('message', async ({ data }) => {
  parentPort.postMessage({ id: data.id, ...(await answer(data)) });
});
