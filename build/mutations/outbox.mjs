/** Faults in the queue of writes: electron/outbox. */

/** @type {import('./plant.mjs').Fault[]} */
export const outbox = [
  {
    file: 'electron/outbox/abandoned.ts',
    text: "SELECT id, account_id, kind, subject, payload, after_subject, 'unknown', created_at, ?1,",
    replacement: "SELECT id, account_id, kind, subject, payload, after_subject, 'waiting', created_at, ?1,",
    harm: 'A removed change that had reached the service is sent once more when its entry is edited.',
  },
  {
    file: 'electron/outbox/outcomes.ts',
    text: 'Math.min(Math.max(error.retryAfterMs ?? 0, backoff), MAX_WAIT_MS)',
    replacement: 'Math.min(Math.min(error.retryAfterMs ?? 0, backoff), MAX_WAIT_MS)',
    harm: 'A failed write is sent again without a pause, over and over.',
  },
  {
    file: 'electron/outbox/duplicates.ts',
    text: 'const isKnown = (serverId: string) => serverId === own || context.isKnown(serverId);',
    replacement: 'const isKnown = (serverId: string) => context.isKnown(serverId);',
    harm: 'The confirmed entry counts as its own duplicate and loses its time.',
  },
  {
    file: 'electron/outbox/operations.ts',
    text: "else if (!isUnsentOrRejected(item)) result = 'present';",
    replacement: 'else if (!isUnsentOrRejected(item)) remove(item.id);',
    harm: 'An entry discarded while its answer is missing keeps running at the service.',
  },
  {
    file: 'electron/outbox/outbox.ts',
    text: 'if (sendGate.isHeldByService()) continue;',
    replacement: '',
    harm: 'A returning network sends writes although the service asked to wait.',
  },
  {
    file: 'electron/outbox/rows.ts',
    text: "DELETE FROM outbox WHERE state = 'sent' AND created_at < ?",
    replacement: 'DELETE FROM outbox WHERE created_at < ?',
    harm: 'Unsent changes are lost after a month offline.',
  },
  {
    file: 'electron/outbox/sending.ts',
    text: 'timer = setTimeout(wake, Math.max(0, sendGate.waitUntil(sendGate.heldUntil()), first));',
    replacement: 'timer = setTimeout(wake, Math.max(0, first));',
    harm: 'While the server is down, the app checks the queue without a pause and drains the battery.',
  },
  {
    file: 'electron/outbox/similarity.ts',
    text: 'whole === part || (part.length >= cutAt && whole.startsWith(part))',
    replacement: 'whole === part || whole.startsWith(part)',
    harm: 'An entry without a note counts as ours, whatever note was sent.',
  },
  {
    file: 'electron/outbox/undo.ts',
    text: 'const done = of(accountId).filter((change) => !isUndone(change));',
    replacement: 'const done = of(accountId);',
    harm: 'A double click on Undo undoes twice.',
  },
  {
    file: 'electron/outbox/await-write.ts',
    text: "(item.attempts > 0 || (item.state === 'waiting' && outbox.isHeld(write.accountId)))",
    replacement: 'item.attempts > 0',
    harm: 'Offline, every saved form waits six seconds.',
  },
  {
    file: 'electron/outbox/idempotent-write.ts',
    text: 'payload: { ...payload, whole: await read(payload, client) }',
    replacement: 'payload: { ...payload, whole: payload.whole ?? (await read(payload, client)) }',
    harm: 'A write repeated after a lost answer undoes what a colleague changed meanwhile.',
  },
  {
    file: 'electron/outbox/rejection-kinds.ts',
    text: "(kind === 'not-the-service' || kind === 'rejected') && status < 500",
    replacement: "(kind === 'not-the-service' || kind === 'rejected') && status <= 500",
    harm: 'One write that crashes the server holds back all other writes.',
  },
];
