/**
 * The commands of `punchcard` and what each takes. The parser, the socket's protocol, the help, the completion and the man page read
 * this table; a command without a text or an answer does not compile.
 */
import { z } from 'zod';
import type { AssistantKind } from '../../shared/contract/assistants.ts';
import { LENGTHS } from '../../shared/limits.ts';
import type { CommandWord } from './is-command-line.ts';
import { STATUS_FORMATS } from './status-format.ts';

/** Limit for a text of many lines (UTF-16 code units). */
export const MAX_TEXT = 100_000;
/** The version of what `--json` prints. It grows when a field changes its meaning or goes, not when one is added. */
export const SCHEMA_VERSION = 1;

const words = (max: number) => z.string().trim().min(1).max(max);
/** An identifier, or part of a title. */
const Task = words(LENGTHS.search);
const Flag = z.literal(true);
/** Hours and minutes, 0:00 to 23:59. */
const TimeOfDay = z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$/);
/** In an open account, given by its name or server. */
const ofAccount = { account: words(300).optional() };

/**
 * `places`: the fields given by their place; the others are options. The last place takes all words that are left. `kind`: what a
 * person allows an assistant with it; without one it is no tool. The sentence for an assistant is `messages.cli.asks` of the command.
 */
function define<const Shape extends z.ZodRawShape, Kind extends AssistantKind | undefined = undefined>(
  places: readonly (keyof Shape & string)[],
  shape: Shape,
  kind?: Kind,
) {
  return { places, schema: z.strictObject(shape), kind: kind as Kind };
}

export const COMMANDS = {
  /** Without a text it opens the quick-add line. */
  add: define(['text'], { text: z.string().max(MAX_TEXT).optional(), start: Flag.optional(), ...ofAccount }, 'tasks'),
  /** Without a task: that of the last time entry. */
  start: define(['task'], { task: Task.optional(), ...ofAccount }, 'timer'),
  stop: define([], { from: TimeOfDay.optional() }, 'timer'),
  toggle: define([], {}),
  /** Without a task it opens the palette. */
  switch: define(['task'], { task: Task.optional(), ...ofAccount }),
  discard: define([], {}),
  note: define(['text'], { text: z.string().trim().max(LENGTHS.note) }, 'entries'),
  log: define(
    ['task'],
    {
      task: Task,
      for: words(20).optional(),
      from: TimeOfDay.optional(),
      to: TimeOfDay.optional(),
      day: words(100).optional(),
      note: z.string().trim().max(LENGTHS.note).optional(),
      ...ofAccount,
    },
    'entries',
  ),
  status: define([], { follow: Flag.optional(), format: z.enum(STATUS_FORMATS).optional() }, 'read'),
  list: define(['text'], { text: words(LENGTHS.search).optional(), ...ofAccount }, 'read'),
  show: define(['task'], { task: Task, ...ofAccount }, 'read'),
  move: define(['task', 'column'], { task: Task, column: words(LENGTHS.columnName), ...ofAccount }, 'tasks'),
  due: define(['task', 'date'], { task: Task, date: words(100), ...ofAccount }, 'tasks'),
  done: define(['task'], { task: Task, ...ofAccount }, 'tasks'),
  undo: define([], {}),
  report: define(
    ['period'],
    { period: z.enum(['day', 'week', 'month']).optional(), day: words(100).optional(), ...ofAccount },
    'read',
  ),
  gaps: define([], { day: words(100).optional() }, 'read'),
  open: define(['task'], { task: Task.optional(), ...ofAccount }),
  /** `accounts`: the names that the scripts of the others offer. */
  completion: define(['shell'], { shell: z.enum(['bash', 'zsh', 'fish', 'accounts']) }),
  man: define([], {}),
  mcp: define([], {}),
  serve: define([], {}),
} satisfies Record<CommandWord, ReturnType<typeof define>>;

type Fields<W extends CommandWord> = z.infer<(typeof COMMANDS)[W]['schema']>;
/** A command and its fields. */
export type Asked = {
  // Of no fields zod's type allows no field at all.
  [W in CommandWord]: { do: W } & (string extends keyof Fields<W> ? unknown : Fields<W>);
}[CommandWord];

/** The commands that are tools for assistants. */
export type ToolWord = {
  [W in CommandWord]: (typeof COMMANDS)[W]['kind'] extends AssistantKind ? W : never;
}[CommandWord];

/**
 * What assistants can read at `punchcard://NAME/…`, such as `punchcard://task/PAY-142` and `punchcard://day/2026-11-29`, also with
 * `?account=…` behind it.
 */
export const RESOURCES: Record<string, (value: string) => Extract<Asked, { do: 'show' | 'report' }>> = {
  task: (task) => ({ do: 'show', task }),
  day: (day) => ({ do: 'report', day }),
};

export const commandWords = Object.keys(COMMANDS) as CommandWord[];
export const fieldsOf = (word: CommandWord): Record<string, z.ZodType> => COMMANDS[word].schema.shape;
/** Those of a command's tool: an assistant gets one answer, in words and as data. */
export const toolFieldsOf = (word: CommandWord): Record<string, z.ZodType> => {
  const { follow: _follow, format: _format, ...fields } = fieldsOf(word);
  return fields;
};
export const optionsOf = (word: CommandWord): string[] =>
  Object.keys(fieldsOf(word)).filter((field) => !(COMMANDS[word].places as readonly string[]).includes(field));
export const isFlag = (field: z.ZodType): boolean => field.safeParse(true).success;

/** Throws a ZodError. */
export function parseAsked(value: unknown): Asked {
  const { do: word, ...fields } = z.looseObject({ do: z.enum(commandWords) }).parse(value);
  return { do: word, ...COMMANDS[word].schema.parse(fields) } as Asked;
}
