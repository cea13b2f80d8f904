/** Main's end of the bridge: who asks, is the question well-formed, and which feature answers. */

import type { IpcMainInvokeEvent } from 'electron';
import { type Answer, type CommandHandlers, type CommandName, commands } from '../../shared/contract/index.ts';
import { AppError, type AppErrorView } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import { createDeniedLog } from '../../shared/log-once.ts';
import type { RetryWhenBusy } from '../../shared/retry-when-busy.ts';
import type { PageName } from '../desktop/app-protocol.ts';
import { toAppErrorView } from '../service/app-error.ts';

import { isWithinBounds } from './payload-limits.ts';
import type { Answering } from './receive.ts';

export interface ServeOptions {
  handlers: CommandHandlers;
  /** Which page of ours asks, from the main frame of one of our own windows; null for anything else. */
  pageOf: (event: IpcMainInvokeEvent) => PageName | null;
  /** Host people know the service by, for words about its errors. */
  server: () => string;
  whenFree: RetryWhenBusy;
}

/** Refused senders and questions are logged once each, without what they carried. */
export function createAnswering({ handlers, pageOf, server, whenFree }: ServeOptions): Answering {
  const logOnce = createDeniedLog('bridge');

  return async (event, name, payload): Promise<Answer<unknown>> => {
    const page = pageOf(event);
    if (page === null) {
      logOnce('refused a command from a foreign frame');
      return { ok: false, problem: malformed() };
    }
    if (typeof name !== 'string' || !Object.hasOwn(commands, name)) {
      logOnce('refused an unknown command');
      return { ok: false, problem: malformed() };
    }
    const command = name as CommandName;
    // A page that does one thing may ask for nothing else.
    if (page === 'quick-add' && !command.startsWith('quick-add.')) {
      logOnce('refused a command that is not for quick add');
      return { ok: false, problem: malformed() };
    }
    if (!isWithinBounds(payload)) {
      logOnce(`refused too much for ${command}`);
      return { ok: false, problem: malformed() };
    }
    const parsed = commands[command].schema.safeParse(payload);
    if (!parsed.success) {
      // What the schema says of it is English, and may hold what was sent.
      logOnce(`refused a malformed ${command}`);
      return { ok: false, problem: malformed() };
    }
    try {
      const handler = handlers[command] as (payload: unknown) => unknown;
      return { ok: true, value: await whenFree(() => handler(parsed.data)) };
    } catch (error) {
      if (!(error instanceof AppError)) logOnce(`${command} failed: ${error instanceof Error ? error.name : 'error'}`);
      return { ok: false, problem: toAppErrorView(error, server()) };
    }
  };
}

const malformed = (): AppErrorView => ({ kind: 'invalid', ...messages.app.malformed });
