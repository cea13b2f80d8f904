/** Main's end of the bridge: checks who asks and whether the question is well-formed, and passes it to its handler. */

import type { IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import type { Answer, PageName } from '../../shared/contract/index.ts';
import { AppError, type AppErrorView } from '../../shared/errors/app-error.ts';
import type { RetryWhenBusy } from '../../shared/errors/database-errors.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { createLogOnce } from '../../shared/log-once.ts';
import { isWithinBounds } from './payload-limits.ts';
import type { AnswerCommand } from './receive.ts';

export interface ServeOptions<Name extends string> {
  commands: Record<Name, { schema: z.ZodType }>;
  handlers: Record<Name, (payload: never) => unknown>;
  /** The page that asks, from the main frame of one of our own windows; null for anything else. */
  pageOf: (event: IpcMainInvokeEvent) => PageName | null;
  mayAsk: (page: PageName, name: Name) => boolean;
  toError: (error: unknown) => AppErrorView;
  whenFree: RetryWhenBusy;
}

/** Each refused sender or command is logged once, without its payload. */
export function serveCommands<Name extends string>(options: ServeOptions<Name>): AnswerCommand {
  const { commands, handlers, pageOf, mayAsk, toError, whenFree } = options;
  const logOnce = createLogOnce('bridge');
  const isCommand = (name: unknown): name is Name => typeof name === 'string' && Object.hasOwn(commands, name);

  return async (event, name, payload): Promise<Answer<unknown>> => {
    const page = pageOf(event);
    if (page === null) {
      logOnce('refused a command from a foreign frame');
      return { ok: false, error: malformed() };
    }
    if (!isCommand(name)) {
      logOnce('refused an unknown command');
      return { ok: false, error: malformed() };
    }
    if (!mayAsk(page, name)) {
      logOnce(`refused a command that is not for ${page}`);
      return { ok: false, error: malformed() };
    }
    if (!isWithinBounds(payload)) {
      logOnce(`refused too much for ${name}`);
      return { ok: false, error: malformed() };
    }
    const parsed = commands[name].schema.safeParse(payload);
    if (!parsed.success) {
      // The schema's own message is English and may quote the payload.
      logOnce(`refused a malformed ${name}`);
      return { ok: false, error: malformed() };
    }
    try {
      const handler = handlers[name] as (payload: unknown) => unknown;
      return { ok: true, value: await whenFree(() => handler(parsed.data)) };
    } catch (error) {
      if (!(error instanceof AppError)) logOnce(`${name} failed: ${error instanceof Error ? error.name : 'error'}`);
      return { ok: false, error: toError(error) };
    }
  };
}

const malformed = (): AppErrorView => ({ kind: 'invalid', ...messages.app.malformed });
