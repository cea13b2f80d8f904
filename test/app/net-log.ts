/** What Chromium looks up and connects to, from its own log (`--log-net-log=FILE`). */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** A UDP socket that only connects sends nothing: Chromium learns its own address from it. */
const OUTGOING = ['HOST_RESOLVER_MANAGER_REQUEST', 'URL_REQUEST_START_JOB', 'TCP_CONNECT_ATTEMPT', 'UDP_BYTES_SENT'];

interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number; params?: { url?: string; host?: string; address?: string } }[];
  /** One for each session. */
  polledData: { reportingInfo: { reportingEnabled: boolean } }[];
}

const readLog = (file: string): NetLog => JSON.parse(readFileSync(file, 'utf8'));

/** Every address in the log, with the kind of event. */
export function outgoingIn(file: string): string[] {
  const log = readLog(file);
  return OUTGOING.flatMap((name) => {
    const type = log.constants.logEventTypes[name];
    if (type === undefined) throw new Error(`Chromium no longer logs ${name}`);
    const found = log.events.filter((event) => event.type === type);
    const addresses = found.flatMap(({ params = {} }) => params.url ?? params.host ?? params.address ?? []);
    return [...new Set(addresses)].map((address) => `${name} ${address}`);
  });
}

/** Expects connections to this host only, and no reports. */
export function expectOnly(host: string, file: string): void {
  const outgoing = outgoingIn(file);
  expect(outgoing).toContainEqual(expect.stringContaining(`TCP_CONNECT_ATTEMPT ${host}`));
  expect(outgoing.filter((address) => !address.includes(host))).toEqual([]);
  expect(readLog(file).polledData.map(({ reportingInfo }) => reportingInfo.reportingEnabled)).not.toContain(true);
}
