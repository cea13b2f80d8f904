/** Hooks: programs that the person picks, which run after an event (electron/features/hooks). */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';

/** `started`: no timer ran before; `due`: once for each task, when its due date is reached. */
export const HOOK_EVENTS = ['started', 'stopped', 'switched', 'due', 'week-closed'] as const;
const HookEvent = z.enum(HOOK_EVENTS);
export type HookEvent = z.infer<typeof HookEvent>;

/** `path`: absolute, chosen in the system's dialog. A window cannot name one. */
export const Hooks = z.partialRecord(HookEvent, z.object({ path: z.string().max(LENGTHS.url), on: z.boolean() }));
export type Hooks = z.infer<typeof Hooks>;

/** What became of a run, which took `ms`. */
export type HookRun = { at: string; ms: number } & (
  | { outcome: 'done' }
  /** `code`: null if a signal ended it. `text`: the last line of its output. */
  | { outcome: 'failed'; code: number | null; text: string }
  | { outcome: 'too-long' }
  /** `text`: the system's reason. */
  | { outcome: 'not-started'; text: string }
);

export type LoggedHookRun = HookRun & { event: HookEvent };

export interface HookView {
  event: HookEvent;
  /** null: none is picked. */
  path: string | null;
  on: boolean;
  /** Why it cannot run now. */
  problem: 'missing' | 'not-executable' | null;
  /** Of this session. */
  last: HookRun | null;
}

export const hookCommands = {
  /** One for each event. */
  'hooks.read': command({}).returns<HookView[]>(),
  /** The last runs of all hooks in this session, the newest first. */
  'hooks.runs': command({}).returns<LoggedHookRun[]>(),
  /** Opens a dialog, and switches the hook on. */
  'hooks.choose': command({ event: HookEvent }),
  'hooks.switch': command({ event: HookEvent, on: z.boolean() }),
  'hooks.remove': command({ event: HookEvent }),
  /** Runs it with the variables of its last run, and answers when that has ended. */
  'hooks.run-again': command({ event: HookEvent }),
} satisfies CommandsOf<'hooks'>;
