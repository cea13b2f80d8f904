/** A command line as a program: it speaks the terminal’s language, reads its input and prints what comes of it. */
import { readCommandLine } from './args.ts';
import { readInput } from './read-input.ts';
import { type RunOptions, runCommandLine } from './run.ts';
import { createTerminalLanguage } from './terminal-language.ts';

export interface ProgramOptions extends Pick<RunOptions, 'dataFolder' | 'version' | 'startApp'> {
  /** Without the program’s own name. */
  args: string[];
}

/** Gives the exit code. */
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
