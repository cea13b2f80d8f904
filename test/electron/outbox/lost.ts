/** Answers that get lost on the way, and what is left of the queue. */

import { WRITE_KINDS } from '../../../electron/app/outbox.ts';
import { ACCOUNT, type Machine, MINUTE, startMachine } from './machine.ts';

/** A computer that knows every kind of write but those it has anyway. */
export const startWith = (): Promise<Machine> =>
  startMachine({ furtherKinds: WRITE_KINDS.filter(({ kind }) => !kind.startsWith('time-entry')) });

export const add = (machine: Machine, kind: string, subject: string, payload: unknown): number =>
  machine.outbox.add({ accountId: ACCOUNT, kind, subject, payload }, machine.clock.ms);

/** `drop`: the service never hears of it; `commit-then-drop`: it carries it out, and nobody learns that. */
export const HOW = ['drop', 'commit-then-drop'] as const;

/** Meddles with the first request that is no GET and whose path holds `part`. */
export function loseFirst(machine: Machine, part: string, how: (typeof HOW)[number]): void {
  let isLost = false;
  machine.server.intercept = (request) => {
    if (isLost || request.method === 'GET' || !request.url.includes(part)) return undefined;
    isLost = true;
    return how;
  };
}

/** Long enough for every wait there is. */
export async function passLong(machine: Machine): Promise<void> {
  for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
}

/** Requests that are no GETs, as `METHOD path`, below the API root. */
export const writesOf = ({ server }: Machine): string[] =>
  server.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace(/^\/api/, '')}`);
