/** Standard input as a text; once it is longer than `max` UTF-16 code units no more of it is read. */
export async function readInput(max: number): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.length > max) break;
  }
  return text;
}
