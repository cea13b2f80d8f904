/** Tells whether Punchcard was called as a command. A separate file without imports, because every start runs it first. Pure. */

/** commands.ts has what they take. */
const COMMANDS = [
  'add',
  'start',
  'stop',
  'toggle',
  'switch',
  'discard',
  'note',
  'log',
  'status',
  'list',
  'show',
  'move',
  'due',
  'done',
  'undo',
  'report',
  'gaps',
  'open',
  'completion',
  'man',
  'mcp',
  'serve',
] as const;
export type CommandWord = (typeof COMMANDS)[number];

/** Without the `--` before all of them, which the launcher on Windows adds. */
export const typedArguments = (args: readonly string[]): readonly string[] => (args[0] === '--' ? args.slice(1) : args);

/**
 * True if the program was called as a command rather than to open the app, also as one that does not exist. Arguments with a deep
 * link are never a command: a browser or a page may have added others to it. After a command, "punchcard: it hangs" is a text.
 */
export function isCommandLine(args: readonly string[]): boolean {
  const typed = typedArguments(args);
  const [first = ''] = typed;
  const link = commandIndex([first]) === 0 ? /^punchcard:\S/i : /^punchcard:/i;
  if (typed.some((arg) => link.test(arg))) return false;
  const isAsked = /^(?:[a-z]+|-h)$/.test(first) || typed.includes('--help') || typed.includes('--version');
  return isAsked || commandIndex(typed) !== -1;
}

/** The index of the command; -1 if there is none. */
export function commandIndex(args: readonly string[]): number {
  return args.findIndex((arg) => (COMMANDS as readonly string[]).includes(arg));
}
