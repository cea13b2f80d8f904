/** Runs a command line: sets the terminal’s language, reads standard input and prints the reply. */
import { readCommandLine } from './args.ts';
import { readInput } from './read-input.ts';
import { type RunOptions, runCommandLine } from './run.ts';
import { createTerminalLanguage } from './terminal-language.ts';

export interface ProgramOptions extends Pick<RunOptions, 'dataFolder' | 'version' | 'startApp' | 'answerWithoutApp'> {
  /** Without the program’s name. */
  args: string[];
}

/** Returns the exit code. */
export async function runProgram({ args, ...own }: ProgramOptions): Promise<number> {
  const speak = createTerminalLanguage(process.env);
  await speak('system');
  return runCommandLine(readCommandLine(args), {
    ...own,
    readInput,
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(`${text}\n`),
    speak,
  });
}
