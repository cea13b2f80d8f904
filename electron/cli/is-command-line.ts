/** Whether Punchcard was called as a command. Apart from what it says then: every start asks, and before anything else. Pure. */

const COMMANDS = ['add', 'start', 'stop', 'discard', 'status', 'open'] as const;
export type CommandWord = (typeof COMMANDS)[number];

/**
 * True where the program was called as a command rather than to open the app. A deep link among the arguments is never a
 * command: whatever else a browser or a page managed to put beside it does not count.
 */
export function isCommandLine(args: readonly string[]): boolean {
  if (args.some((arg) => /^punchcard:/i.test(arg))) return false;
  return commandIndex(args) !== -1 || args.includes('--help') || args.includes('--version');
}

/** Where the command stands; -1: nowhere. */
export function commandIndex(args: readonly string[]): number {
  return args.findIndex((arg) => (COMMANDS as readonly string[]).includes(arg));
}
