/** Faults in the client of the service: electron/service. */

/** @type {import('./plant.mjs').Fault[]} */
export const client = [
  {
    file: 'electron/service/delays.ts',
    text: 'return Math.max(retryAfterMs ?? 0, backoff);',
    replacement: 'return Math.min(retryAfterMs ?? 0, backoff);',
    harm: 'After a failure the app asks an overloaded server again at once.',
  },
  {
    file: 'electron/service/rate-limit.ts',
    text: 'until: now() + Math.min(error.retryAfterMs, MAX_WAIT_MS)',
    replacement: 'until: now() + Math.max(error.retryAfterMs, MAX_WAIT_MS)',
    harm: 'A rate limit of ten seconds stops every request for an hour.',
  },
  {
    file: 'electron/service/reader.ts',
    text: 'if (session !== null && Math.abs(now() - session.failedAt) >= session.waitMs) void readNow(wanted);',
    replacement: 'if (session !== null) void readNow(wanted);',
    harm: 'Opening the window sends a request although the service asked to wait.',
  },
  {
    file: 'electron/service/errors.ts',
    text: 'this.isForeign || status >= 500 || status === 408',
    replacement: 'this.isForeign || status > 500 || status === 408',
    harm: 'A create whose answer was a 500 counts as not sent and is made twice.',
  },
  {
    file: 'electron/service/address.ts',
    text: "const root = path.replace(/\\/api$/i, '');",
    replacement: 'const root = path;',
    harm: 'An address that ends in /api leads to /api/api, and signing in fails.',
  },
  {
    file: 'electron/service/device-flow.ts',
    text: 'interval += SLOW_DOWN_MS;',
    replacement: 'interval = SLOW_DOWN_MS;',
    harm: 'Signing in polls as fast as before although the service asked to slow down.',
  },
  {
    file: 'electron/service/realtime-subscriptions.ts',
    text: 'if (retry === undefined || isRateLimited) return;',
    replacement: 'if (retry === undefined) return;',
    harm: 'Each opening of the window opens the sockets again before the wait that the service asked for is over.',
  },
  {
    file: 'electron/service/response.ts',
    text: 'if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;',
    replacement: 'if (Number.isFinite(seconds) && seconds >= 0) return seconds;',
    harm: 'A Retry-After of 30 s is obeyed for 30 ms.',
  },
  {
    file: 'electron/service/read-boards.ts',
    text: 'if (column.isFinal) continue;',
    replacement: '',
    harm: 'My tasks lists completed tasks.',
  },
  {
    file: 'electron/service/read-descriptions.ts',
    text: 'query = { offset: page.nextOffset, version: page.version };',
    replacement: 'query = { offset: page.nextOffset };',
    harm: 'A description that changes while it is read is shown as half the old and half the new text.',
  },
  {
    file: 'electron/service/http.ts',
    text: '      signal.throwIfAborted();\n      if (done) break;',
    replacement: '      if (done) break;',
    harm: 'An answer cut off by the time limit counts as complete.',
  },
  {
    file: 'electron/service/resources/tasks.ts',
    text: 'body: dueDate === null ? {} : { dueDate }',
    replacement: 'body: { dueDate }',
    harm: 'A due date cannot be removed.',
  },
];
