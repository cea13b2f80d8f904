/** AI assistants, which use the commands of the command line as tools (electron/cli/mcp.ts). */
import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';

const Permission = z.enum(['no', 'ask', 'yes']);
/** Deleting, signing in and settings are never given. */
export const AssistantSettings = z.object({
  on: z.boolean(),
  read: Permission,
  timer: Permission,
  entries: Permission,
  tasks: Permission,
});
export type AssistantSettings = z.infer<typeof AssistantSettings>;
/** What the person allows, one by one. */
export type AssistantKind = Exclude<keyof AssistantSettings, 'on'>;

/** An assistant wants to do something that it may only do after a question. */
export interface AssistantQuestion {
  id: number;
  /** Its own name for itself. */
  client: string;
  kind: AssistantKind;
  /** What it wants, in words. */
  text: string;
}

export interface AssistantAction {
  id: number;
  /** UTC. */
  at: string;
  client: string;
  text: string;
  outcome: 'done' | 'failed' | 'refused' | 'undone';
  /** It can be undone with `undo.undo`; until the app is quit. */
  undoId?: number;
}

export const assistantCommands = {
  /** The last 30 days, the newest first. */
  'assistants.log': command({}).returns<AssistantAction[]>(),
  /** `always`: allows its kind from now on. */
  /** Copies what an assistant's own settings need to start the tools. */
  'assistants.copy-settings': command({}),
  'assistants.answer': command({ id: z.number().int(), allow: z.boolean(), always: z.boolean().optional() }),
} satisfies CommandsOf<'assistants'>;
