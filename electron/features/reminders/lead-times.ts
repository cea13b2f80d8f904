/**
 * Projects' own leads before a due date, out of their webhook integration (docs/service.md#webhooks). Many may not read it:
 * then a project has none. In memory; each project is asked for once a day at most.
 */
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';

const ASK_EVERY_MS = 24 * 3_600_000;
/** After no answer at all. */
const RETRY_MS = 3_600_000;
/** Sooner and later the service does not allow (minutes). */
const [SHORTEST, LONGEST] = [1, 43_200];

export interface LeadTimesSource {
  accountId: string;
  client: Pick<Client, 'getWebhook'>;
}

export type LeadTimes = ReturnType<typeof createLeadTimes>;

/** `onChange`: a lead became known, or another. `now` in ms. */
export function createLeadTimes({ now, onChange }: { now: () => number; onChange: () => void }) {
  let minutes = new Map<string, number>();
  let askAgainAt = new Map<string, number>();
  const reader = createReader({
    read,
    merge: (one, other) => new Set([...(one ?? []), ...(other ?? [])]),
    now,
  });

  /** Those that are not known yet, one after the other, until the service fails: the others would be answered the same. */
  async function read({ client }: LeadTimesSource, projects: ReadonlySet<string> | undefined, signal: AbortSignal) {
    for (const projectId of projects ?? []) {
      const at = askAgainAt.get(projectId);
      // A clock that was set back must not make it wait for long.
      if (at !== undefined && at > now() && at <= now() + ASK_EVERY_MS) continue;
      askAgainAt.set(projectId, now() + ASK_EVERY_MS);
      try {
        const found = await client.getWebhook(projectId);
        signal.throwIfAborted();
        keep(projectId, found?.isActive === false ? undefined : found?.dueDateReminderLeadTimeMinutes);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ServiceError && error.kind === 'rejected' && !error.isPassing) continue;
        askAgainAt.set(projectId, now() + RETRY_MS);
        throw error;
      }
    }
  }

  function keep(projectId: string, lead: number | null | undefined): void {
    const isUsable = lead != null && Number.isInteger(lead) && lead >= SHORTEST && lead <= LONGEST;
    if (minutes.get(projectId) === (isUsable ? lead : undefined)) return;
    if (isUsable) minutes.set(projectId, lead);
    else minutes.delete(projectId);
    onChange();
  }

  return {
    /** By project. */
    known: (): ReadonlyMap<string, number> => minutes,

    look(source: LeadTimesSource, projectIds: Iterable<string>): void {
      const { accountId, client } = reader.source() ?? {};
      if (accountId !== source.accountId) [minutes, askAgainAt] = [new Map(), new Map()];
      if (accountId !== source.accountId || client !== source.client) void reader.start(source);
      reader.refresh(new Set(projectIds));
    },
    idle: reader.idle,
  };
}
