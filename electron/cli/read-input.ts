import { createReadStream } from 'node:fs';

/** Standard input as a text; once it is longer than `max` UTF-16 code units no more of it is read. */
export async function readInput(max: number): Promise<string> {
  let text = '';
  for await (const chunk of standardInput()) {
    text += chunk;
    if (text.length > max) break;
  }
  return text;
}

/** On Windows Electron puts an empty stream in the place of `process.stdin`; the input itself is still open. */
function standardInput(): NodeJS.ReadableStream {
  if (process.platform === 'win32') return createReadStream('', { fd: 0, autoClose: false, encoding: 'utf8' });
  return process.stdin.setEncoding('utf8');
}
