/** Answers a command: checks the sender, the name and the payload, and calls the handler. */

import type { IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import type { Answer, PageName } from '../../shared/contract/index.ts';
import { AppError, type AppErrorView } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { createLogOnce } from '../../shared/log-once.ts';
import type { AnswerCommand } from './startup-commands.ts';

export interface ServeOptions<Name extends string> {
  commands: Record<Name, { schema: z.ZodType }>;
  handlerOf: (name: Name, payload: unknown) => (payload: never) => unknown;
  /** The page that sent the command; null unless it is the main frame of one of our own windows. */
  pageOf: (event: IpcMainInvokeEvent) => PageName | null;
  mayCall: (page: PageName, name: Name) => boolean;
  toError: (error: unknown, payload: unknown) => AppErrorView;
}

/** Each refused sender or command is logged once, without its payload. */
export function serveCommands<Name extends string>(options: ServeOptions<Name>): AnswerCommand {
  const { commands, handlerOf, pageOf, mayCall, toError } = options;
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
      const handler = handlerOf(name, parsed.data) as (payload: unknown) => unknown;
      return { ok: true, value: await handler(parsed.data) };
    } catch (error) {
      if (!(error instanceof AppError)) logOnce(`${name} failed: ${error instanceof Error ? error.name : 'error'}`);
      return { ok: false, error: toError(error, parsed.data) };
    }
  };
}

/** UTF-16 code units of all texts together; the longest payload of any command is far below. */
export const MAX_TEXT = 2_000_000;
/** The number of values, nested ones included. */
export const MAX_VALUES = 20_000;
const MAX_DEPTH = 20;

/**
 * True for plain objects, arrays and simple values within the limits. Checked before the schema, which reads all of a payload that it
 * rejects: 50 MB of bytes would be 50 million keys.
 */
export function isWithinBounds(payload: unknown): boolean {
  const left = { text: MAX_TEXT, values: MAX_VALUES };
  return fits(payload, left, MAX_DEPTH);
}

function fits(value: unknown, left: { text: number; values: number }, depth: number): boolean {
  left.values -= 1;
  if (left.values < 0 || depth === 0) return false;
  if (typeof value === 'string') {
    left.text -= value.length;
    return left.text >= 0;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    return value.length <= left.values && value.every((item) => fits(item, left, depth - 1));
  }
  // No command takes bytes, dates or maps, whose size is not limited here.
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  const keys = Object.keys(value);
  return (
    keys.length <= left.values &&
    keys.every((key) => fits(key, left, depth - 1) && fits(Reflect.get(value, key), left, depth - 1))
  );
}
