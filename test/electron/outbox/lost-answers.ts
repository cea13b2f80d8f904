/** Helpers for lost answers. */

import { WRITE_KINDS } from '../../../electron/app/outbox.ts';
import { ACCOUNT, type Machine, MINUTE, startMachine } from './machine.ts';

/** A machine with all kinds of writes. (Those of time entries are built in.) */
export const startWith = (): Promise<Machine> =>
  startMachine({ furtherKinds: WRITE_KINDS.filter(({ kind }) => !kind.startsWith('time-entry')) });

export const add = (machine: Machine, kind: string, subject: string, payload: unknown): number =>
  machine.outbox.add({ accountId: ACCOUNT, kind, subject, payload }, machine.clock.ms);

/** `drop`: the request does not reach the service; `commit-then-drop`: only the answer is lost. */
export const HOW = ['drop', 'commit-then-drop'] as const;

/** Loses the first write request whose path contains `part`. */
export function loseFirst(machine: Machine, part: string, how: (typeof HOW)[number]): void {
  let isLost = false;
  machine.server.intercept = (request) => {
    if (isLost || request.method === 'GET' || !request.url.includes(part)) return undefined;
    isLost = true;
    return how;
  };
}

/** Passes more time than any delay of the outbox. */
export async function passLong(machine: Machine): Promise<void> {
  for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
}

/** Write requests as `METHOD path`, relative to the API root. */
export const writesOf = ({ server }: Machine): string[] =>
  server.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace(/^\/api/, '')}`);
