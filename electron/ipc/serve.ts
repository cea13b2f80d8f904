/** Answers a command: checks the sender, the name and the payload, and calls the handler. */

import type { IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import type { Answer, PageName } from '../../shared/contract/index.ts';
import { AppError, type AppErrorView } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { createLogOnce } from '../../shared/log-once.ts';
import { isWithinBounds } from './payload-limits.ts';
import type { AnswerCommand } from './receive.ts';

export interface ServeOptions<Name extends string> {
  commands: Record<Name, { schema: z.ZodType }>;
  handlers: Record<Name, (payload: never) => unknown>;
  /** The page that sent the command; null unless it is the main frame of one of our own windows. */
  pageOf: (event: IpcMainInvokeEvent) => PageName | null;
  mayCall: (page: PageName, name: Name) => boolean;
  toError: (error: unknown) => AppErrorView;
}

/** Each refused sender or command is logged once, without its payload. */
export function serveCommands<Name extends string>(options: ServeOptions<Name>): AnswerCommand {
  const { commands, handlers, pageOf, mayCall, toError } = options;
  const logOnce = createLogOnce('Bridge');
  const refuse = (reason: string): Answer<never> => {
    logOnce(reason);
    return { ok: false, error: { kind: 'invalid', ...messages.app.malformed } };
  };
  const isCommand = (name: unknown): name is Name => typeof name === 'string' && Object.hasOwn(commands, name);

  return async (event, name, payload): Promise<Answer<unknown>> => {
    const page = pageOf(event);
    if (page === null) return refuse('refused a command from a foreign frame');
    if (!isCommand(name)) return refuse('refused an unknown command');
    if (!mayCall(page, name)) return refuse(`refused a command that is not for ${page}`);
    if (!isWithinBounds(payload)) return refuse(`refused too much for ${name}`);
    const parsed = commands[name].schema.safeParse(payload);
    // The schema's own message is English and may quote the payload.
    if (!parsed.success) return refuse(`refused a malformed ${name}`);
    try {
      const handler = handlers[name] as (payload: unknown) => unknown;
      return { ok: true, value: await handler(parsed.data) };
    } catch (error) {
      if (!(error instanceof AppError)) logOnce(`${name} failed: ${error instanceof Error ? error.name : 'error'}`);
      return { ok: false, error: toError(error) };
    }
  };
}
