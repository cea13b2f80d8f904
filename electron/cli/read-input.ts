import { createReadStream } from 'node:fs';

/** Reads standard input as text, until it exceeds `max` UTF-16 code units. */
export async function readInput(max: number): Promise<string> {
  let text = '';
  for await (const chunk of standardInput()) {
    text += chunk;
    if (text.length > max) break;
  }
  return text;
}

/** On Windows Electron replaces `process.stdin` with an empty stream; the file descriptor is still open. */
function standardInput(): NodeJS.ReadableStream {
  if (process.platform === 'win32') return createReadStream('', { fd: 0, autoClose: false, encoding: 'utf8' });
  return process.stdin.setEncoding('utf8');
}
