/** AI assistants, which use the commands of the command line as tools (electron/cli/mcp.ts). */
import { z } from 'zod';
import type { TaskRef } from '../time/entry.ts';
import { type CommandsOf, command } from './command.ts';

/** Limit for the name that an assistant gives itself (UTF-16 code units). */
export const MAX_ASSISTANT_NAME = 60;
/** When a further one is disconnected, the first may connect again. */
export const MAX_DISCONNECTED = 100;
const MAX_TOOL = 30;

const Permission = z.enum(['no', 'ask', 'yes']);
/** Deleting, signing in and settings are never given. */
export const AssistantSettings = z.object({
  on: z.boolean(),
  read: Permission,
  timer: Permission,
  entries: Permission,
  tasks: Permission,
  /** Of single tools, instead of that of their kind. */
  tools: z.record(z.string().max(MAX_TOOL), Permission).default({}),
  /** The names of those that may do nothing. */
  disconnected: z.array(z.string().max(MAX_ASSISTANT_NAME)).max(MAX_DISCONNECTED).default([]),
});
export type AssistantSettings = z.infer<typeof AssistantSettings>;
/** What the person allows, one by one. */
export type AssistantKind = Exclude<keyof AssistantSettings, 'on' | 'tools' | 'disconnected'>;

/** A command of the command line, as assistants get it. */
export interface AssistantTool {
  tool: string;
  kind: AssistantKind;
  description: string;
}

/** `kinds`: all that the tool needs, its own first. */
export const permissionsFor = (allowed: AssistantSettings, tool: string, [own, ...others]: readonly AssistantKind[]) =>
  own === undefined ? [] : [allowed.tools[tool] ?? allowed[own], ...others.map((kind) => allowed[kind])];

/** An assistant wants to do something that it may only do after a question. */
export interface AssistantQuestion {
  id: number;
  /** Its own name for itself. */
  client: string;
  kind: AssistantKind;
  /** Only this tool of the kind asks. */
  tool?: string;
  /** What it wants, as a question. */
  text: string;
  /** Where the person can change it first. */
  form?: AssistantForm;
}

/** The line of quick add, or the form of a time entry, filled with what an assistant asks for. Instants in ms. */
export type AssistantForm =
  | { is: 'task'; text: string; accountId?: string }
  | { is: 'entry'; task: TaskRef; from: number; to: number; note: string };

/** An assistant that has asked for something in the last 30 days. */
export interface KnownAssistant {
  client: string;
  /** UTC. */
  lastUsedAt: string;
}

export interface AssistantAction {
  id: number;
  /** UTC. */
  at: string;
  client: string;
  text: string;
  /** `taken-over`: the person did it in a form instead. */
  outcome: 'done' | 'failed' | 'refused' | 'taken-over' | 'undone';
  /** Its changes can be undone with `undo.undo-all`, in this order; until the app is quit. */
  undoIds?: number[];
}

export const assistantCommands = {
  /** The last 30 days, the newest first. */
  'assistants.log': command({}).returns<AssistantAction[]>(),
  /** The last used first. */
  'assistants.list': command({}).returns<KnownAssistant[]>(),
  'assistants.tools': command({}).returns<AssistantTool[]>(),
  /** Refuses everything that an assistant of this name asks. */
  'assistants.disconnect': command({ client: z.string().max(MAX_ASSISTANT_NAME) }),
  /** Copies what an assistant's own settings need to start the tools. */
  'assistants.copy-settings': command({}),
  /** `always`: allows its kind, or its tool, from now on. */
  'assistants.answer': command({ id: z.number().int(), allow: z.boolean(), always: z.boolean().optional() }),
  /** The window shows the question's form instead. */
  'assistants.take-over': command({ id: z.number().int() }),
} satisfies CommandsOf<'assistants'>;
