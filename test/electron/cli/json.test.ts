/** What `--json` prints has the fields that docs/command-line.md names, and no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Asked, commandWords, SCHEMA_VERSION } from '../../../electron/cli/commands.ts';
import type { CommandWord } from '../../../electron/cli/is-command-line.ts';
import { Reply } from '../../../electron/cli/protocol.ts';
import { directory } from '../../shared/quick-add/directory.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { MINUTE, startMachine } from '../outbox/machine.ts';
import { answersOf } from './app.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Commands and fields of each row, sorted, without what is in brackets or follows the fields themselves. */
function documented(): { commands: string[]; fields: string }[] {
  const [, table = ''] = page.split('\n| command | fields, besides `schema` and `ok` |');
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(3);
  return rows.map((row) => {
    const [, commands = '', fields = ''] = row.split(' | ').join('| ').split('|');
    const own = fields.replaceAll(/\([^)]*\)/g, '').replace(/, each with .*|;.*/, '');
    return { commands: namesIn(commands), fields: namesIn(own).sort().join(' ') };
  });
}

test('each command prints a row of the table', async () => {
  const machine = await startMachine();
  const answers: Record<string, unknown> = {
    'tasks.places': { places: [{ name: 'Done', slug: 'done', isFinal: true }] },
    'undo.changes': [{ undoId: 1, text: 'Moved', state: 'done', isPossible: true }],
    'timesheet.review': { gaps: [] },
  };
  const answer = answersOf(machine, {
    assigned: { view: () => ({ tasks: [taskView('PAY-1')] }) as never },
    directory: () => directory({ lastProjectId: 'p-fin' }),
    createTasks: () => undefined,
    showTask: () => undefined,
    localServer: () => ({ address: 'http://127.0.0.1:4848', error: null }),
    send: async (name, payload) => (answers[name] ?? { ...payload, tasks: [], cells: [] }) as never,
  });
  const task = 'PAY-1';
  const asked: Asked[] = [
    { do: 'add', text: 'One' },
    { do: 'start', task },
    { do: 'status' },
    { do: 'note', text: 'Paired' },
    { do: 'toggle' },
    { do: 'toggle' },
    { do: 'discard' },
    { do: 'switch', task },
    { do: 'stop' },
    { do: 'log', task, for: '5m' },
    { do: 'list' },
    { do: 'show', task },
    { do: 'move', task, column: 'done' },
    { do: 'due', task, date: 'none' },
    { do: 'done', task },
    { do: 'undo' },
    { do: 'report' },
    { do: 'gaps' },
    { do: 'open', task },
    { do: 'serve' },
  ];
  // What answers without the app, or is no answer.
  const others: CommandWord[] = ['completion', 'man', 'mcp'];
  expect([...new Set(asked.map((one) => one.do))].sort()).toEqual(
    commandWords.filter((word) => !others.includes(word)).sort(),
  );
  const rows = documented();
  const printed = new Set<string>();
  for (const one of asked) {
    machine.clock.ms += MINUTE;
    const reply = await answer(one);
    expect(reply, one.do).toMatchObject({ ok: true });
    const fields = Object.keys(reply.ok ? reply.data : {})
      .sort()
      .join(' ');
    const row = rows.find(({ commands, fields: own }) => commands.includes(one.do) && own === fields);
    expect(row, `${one.do} prints ${fields}`).toBeDefined();
    printed.add(`${one.do}: ${fields}`);
  }
  expect(printed.size).toBe(rows.flatMap(({ commands }) => commands).length);
});

test('the documentation names the version, and why a command fails', () => {
  expect(page).toContain(`\`schema\` is the version of this table, ${SCHEMA_VERSION}.`);
  const reasons = /\| any that fails \| `why` \(([^)]*)\)/.exec(page)?.[1] ?? '';
  // A command line that is not understood reaches no app.
  expect(namesIn(reasons).sort()).toEqual([...Reply.options[1].shape.why.options, 'wrong'].sort());
});
