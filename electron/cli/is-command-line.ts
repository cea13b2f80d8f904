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

/**
 * True if the program was called as a command rather than to open the app, also as one that does not exist. Arguments with a deep
 * link are never a command: a browser or a page may have added others to it.
 */
export function isCommandLine(args: readonly string[]): boolean {
  if (args.some((arg) => /^punchcard:/i.test(arg))) return false;
  const [first = ''] = args;
  const isAsked = /^(?:[a-z]+|-h)$/.test(first) || args.includes('--help') || args.includes('--version');
  return isAsked || commandIndex(args) !== -1;
}

/** The index of the command; -1 if there is none. */
export function commandIndex(args: readonly string[]): number {
  return args.findIndex((arg) => (COMMANDS as readonly string[]).includes(arg));
}
