/**
 * Uses a desktop that `npm run test:desktops -- --hold NAME` keeps: pictures, clicks, keys and commands in its environment.
 */
import { copyFile, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { runInTerminal, StopError } from './run.mjs';

const help = `In a desktop that is kept:
  shot FILE.png          a picture of the screen
  windows                the windows on screen, as the compositor has them
  click X Y [1|3]        left or right click
  move X Y
  key Control_L Alt_L space    keys pressed together (X11 names)
  type TEXT
  app [ARG…]             starts Punchcard (of --project), data in its own folder; until Ctrl-C
  run COMMAND [ARG…]     any command, as the desktop's user and in its environment
  env                    that environment`;

/**
 * @param {string} folder as `--hold` names it
 * @param {string[]} words
 * @returns {Promise<number>}
 */
export async function enterDesktop(folder, [verb = 'help', ...words]) {
  if (verb === 'help') {
    console.info(help);
    return 0;
  }
  const read = async (/** @type {string} */ name) => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => {
      throw new StopError(`No desktop is kept in ${folder}.`);
    });
    return JSON.parse(text);
  };
  const { socket, env, appCommand } = await read('d/held.json');
  if (verb === 'env') {
    for (const [name, value] of Object.entries(env)) console.info(`export ${name}='${value}'`);
    return 0;
  }
  if (verb === 'run' || verb === 'app') {
    const { uid, gid } = await read('user.json');
    const command = verb === 'run' ? words : [...appCommand, ...words];
    const isRoot = process.getuid?.() === 0;
    const prefix = isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--'] : [];
    const [program = '', ...args] = [...prefix, ...command];
    return runInTerminal(program, args, env);
  }
  const answer = await ask(socket, [verb, ...words]);
  if ('error' in answer) throw new StopError(answer.error);
  if (verb === 'shot') await copyFile(answer.file, resolve(words[0] ?? 'shot.png'));
  else if (answer.text !== undefined) console.info(answer.text);
  return 0;
}

/**
 * @param {string} path
 * @param {string[]} words
 * @returns {Promise<any>}
 */
function ask(path, words) {
  return new Promise((done, reject) => {
    const socket = connect(path);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => done(JSON.parse(text)));
    socket.on('error', (error) => reject(new StopError(`The desktop does not answer: ${error.message}`)));
    socket.end(`${JSON.stringify(words)}\n`);
  });
}
