/** Keeps a desktop for somebody who wants to look at it: answers pictures, windows, clicks and keys on a socket. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { RunningDesktop } from './desktop.ts';
import type { Plan } from './main.ts';

export async function hold(desktop: RunningDesktop, plan: Plan): Promise<never> {
  const { session } = desktop;
  const socket = join(session.folder, 'control');
  const data = join(session.home, 'punchcard-data');
  mkdirSync(data);
  const server = createServer({ allowHalfOpen: true }, (client) => {
    let text = '';
    client.on('error', () => undefined);
    client.on('data', (chunk) => {
      text += chunk;
      if (!text.endsWith('\n')) return;
      answer(desktop, JSON.parse(text))
        .catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }))
        .then((said) => client.end(JSON.stringify(said)));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  chmodSync(socket, 0o777);
  const held = {
    socket,
    env: session.env,
    appCommand: [plan.electron, plan.app, `--user-data-dir=${data}`, '--password-store=basic'],
  };
  const file = join(plan.work, 'held.json');
  writeFileSync(file, JSON.stringify(held));
  const script = join(dirname(plan.work), 'in');
  console.info(`${plan.hold} is up. Use it with:\n  ${script} help\nCtrl-C ends it.`);
  // Until the run is stopped, which ends this process.
  return new Promise(() => undefined);
}

async function answer(desktop: RunningDesktop, [verb, ...words]: string[]): Promise<object> {
  const number = (index: number) => Number(words[index]);
  if (verb === 'shot') {
    const file = join(desktop.session.folder, 'shot.png');
    await desktop.screenshot(file);
    return { file };
  }
  if (verb === 'windows') return { text: JSON.stringify(await desktop.windows(), null, 1) };
  if (verb === 'click') await desktop.click(number(0), number(1), words[2] === '3' ? 3 : 1);
  else if (verb === 'move') await desktop.move(number(0), number(1));
  else if (verb === 'key') await desktop.key(...words);
  else if (verb === 'type') await desktop.type(words.join(' '));
  else return { error: `No such thing to do: ${verb}` };
  return {};
}
