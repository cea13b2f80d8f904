/** A command that the renderer sends to main: the schema of its payload and the type of its answer. */
import { z } from 'zod';

export interface Command<Shape extends z.ZodRawShape, Result> {
  schema: z.ZodObject<Shape, z.core.$strict>;
  /** Gives the same command with an answer of this type. */
  returns<Answer>(): Command<Shape, Answer>;
  /** Carries the type of the answer for the compiler; no command has this property. */
  result?: Result;
}

/** Without `returns` the answer is the state that follows. */
export function command<const Shape extends z.ZodRawShape>(shape: Shape): Command<Shape, undefined> {
  const self = { schema: z.strictObject(shape), returns: () => self };
  return self;
}

/** The commands of a feature: each is named after it, so no two features can have the same one. */
export type CommandsOf<Feature extends string> = Record<`${Feature}.${string}`, Command<z.ZodRawShape, unknown>>;

export type PayloadOf<C> = C extends { schema: infer Schema } ? z.infer<Schema> : never;

export type ResultOf<C> = C extends Command<infer _, infer Result> ? Result : never;

/** One handler a command: a missing one does not compile, nor does one without a command. */
export type HandlersOf<Commands> = {
  [N in keyof Commands]: (
    payload: PayloadOf<Commands[N]>,
  ) => ResultOf<Commands[N]> extends undefined
    ? void | Promise<void>
    : ResultOf<Commands[N]> | Promise<ResultOf<Commands[N]>>;
};

/** The result of a write, as far as the command waits for it. */
export type WriteResult<T = null> =
  | { state: 'done'; value: T }
  /** On disk, not at the service yet. `isSending`: the request is running. `why`: the last error as text. */
  | { state: 'waits'; isSending: boolean; why: string | null }
  /** `why` is the service's message. */
  | { state: 'rejected'; why: string };
