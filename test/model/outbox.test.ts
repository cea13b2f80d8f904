/**
 * The model checker spin explores every run of outbox.pml: correct under the assumptions, and incorrect without any one of them.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { LATE_LANDING_MS } from '../../electron/outbox/delivery.ts';
import { DEFAULT_TIMEOUT_MS } from '../../electron/service/http.ts';

const run = promisify(execFile);
const model = join(import.meta.dirname, 'outbox.pml');
const folder = mkdtempSync(join(tmpdir(), 'punchcard-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Verdict {
  errors: number;
  states: number;
  /** False if spin did not explore every state. */
  isExhaustive: boolean;
  /** The steps of the counter-example, one per line; empty if there is none. */
  story: string[];
}

/** `search`: `depth` explores everything fast; `breadth` gives the shortest counter-example; `cycles` finds runs that never end. */
async function check(
  name: string,
  flags: string[],
  search: 'depth' | 'breadth' | 'cycles' = 'depth',
): Promise<Verdict> {
  const cwd = mkdtempSync(join(folder, `${name.replaceAll(/\W+/g, '-')}-`));
  await run('spin', [...flags, '-a', model], { cwd });
  const kind = { depth: ['-DSAFETY'], breadth: ['-DSAFETY', '-DBFS'], cycles: ['-DNP'] }[search];
  // Warnings are about code that spin generated. Optimising takes longer than all but the longest search.
  await run('gcc', ['-w', '-O0', '-DVECTORSZ=1024', ...kind, '-o', 'pan', 'pan.c'], { cwd });
  const { stdout } = await run('./pan', ['-m1000000', ...(search === 'cycles' ? ['-l'] : [])], { cwd });
  const errors = Number(/errors: (\d+)/.exec(stdout)?.[1] ?? Number.NaN);
  const states = Number(/(\d+) states, stored/.exec(stdout)?.[1] ?? 0);
  const isExhaustive = !/search not completed|max search depth too small|out of memory/i.test(stdout);
  if (errors === 0) return { errors, states, isExhaustive, story: [] };
  // spin exits with an error if a replay ends in a failed assertion.
  const replay = await run('spin', [...flags, '-T', '-k', 'outbox.pml.trail', model], { cwd }).catch(
    (error: { stdout: string }) => error,
  );
  const steps = replay.stdout.split('\n').map((line) => line.trim());
  const story = steps.filter((line) =>
    /^(computer|network|service|clock|person|other device):|failed assertion/.test(line),
  );
  return { errors, states, isExhaustive, story };
}

describe.skipIf(process.platform !== 'linux')('the outbox protocol, every run of it', () => {
  test.concurrent.each([
    ['a create and two later changes of it', ['-DEDITS=2']],
    ['two entries, one sender', ['-DENTRIES=2']],
    [
      'a create and two later changes of it, and a service that rejects',
      ['-DEDITS=2', '-DREFUSALS=2', '-DFAULTS=2', '-DCRASHES=1'],
    ],
    [
      'a server that normalises, so that two entries look the same: one after the other',
      ['-DENTRIES=2', '-DTWINS', '-DONE_TWIN_AT_A_TIME'],
    ],
    [
      'a server that normalises and commits late: two entries, each of which may arrive after it was sent again',
      [
        '-DENTRIES=2',
        '-DTWINS',
        '-DONE_TWIN_AT_A_TIME',
        '-DWAIT=1',
        '-DWATCH',
        '-DFAULTS=2',
        '-DCRASHES=1',
        '-DRECORDS=7',
      ],
    ],
    ['a second device with the same start, before anything is sent here', ['-DSAME_START', '-DOTHER_FIRST']],
    [
      'requests that arrive after they were sent again, and a last check that closes duplicates',
      ['-DWAIT=1', '-DWATCH', '-DFAULTS=2'],
    ],
    ['the age taken at the answer, with a wait longer by a whole check', ['-DAGE_AT_ANSWER', '-DWAIT=5', '-DLOOK=2']],
  ])('nothing is lost or doubled: %s', async (name, flags) => {
    const { errors, states, isExhaustive, story } = await check(name, flags);
    expect(errors, `counter-example:\n${story.join('\n')}`).toBe(0);
    expect(isExhaustive).toBe(true);
    expect(states).toBeGreaterThan(1000);
  });

  test.concurrent('everything arrives: no run continues for ever', async () => {
    const { errors, story } = await check('ends', ['-DEDITS=1'], 'cycles');
    expect(errors, story.join('\n')).toBe(0);
  });

  const doubled = 'assert((ours<=1))';
  test.concurrent.each([
    ['waiting less than a request may be late', ['-DWAIT=1'], 'counts as absent and is sent again', doubled],
    [
      'taking the age after the check instead of before it',
      ['-DAGE_AT_ANSWER'],
      'counts as absent and is sent again',
      doubled,
    ],
    ['counting from before the crash', ['-DAGE_FROM_COMMIT'], 'computer: CRASH, starts again', doubled],
    [
      'a rejected create that is not replaced',
      ['-DEDITS=1', '-DREFUSALS=1', '-DSTUCK', '-DFAULTS=0', '-DCRASHES=0'],
      'service: refuses row 0',
      'assert(0)',
    ],
    ['not looking', ['-DBLIND'], 'sends row 0 again, blindly', doubled],
    [
      'twins under way at once',
      ['-DENTRIES=2', '-DTWINS', '-DFAULTS=2', '-DCRASHES=0'],
      'found row 0 as record 1',
      'assert((ours<=2))',
    ],
    [
      'repeating a lost update at once',
      ['-DEDITS=2', '-DUPDATE_AT_ONCE', '-DFAULTS=1', '-DCRASHES=0'],
      'sends the update to value 1 again at once',
      'value==newest',
    ],
    [
      'not knowing the earlier entries',
      ['-DSAME_START', '-DOTHER_FIRST', '-DNO_SNAPSHOT'],
      'computer: found row 0 as record 1',
      'assert((ours==1))',
    ],
    [
      'a second device with the same task, start and note',
      ['-DSAME_START'],
      'computer: found row 0 as record 1',
      'assert((ours==1))',
    ],
  ])('has a counter-example: %s', async (name, flags, step, end) => {
    const { errors, story } = await check(name, flags, 'breadth');
    expect(errors).toBe(1);
    expect(story.join('\n')).toContain(step);
    expect(story.at(-1)).toContain(end);
  });
});

test('the code waits as in the model: longer than a request may be late and a check may take', () => {
  expect(LATE_LANDING_MS).toBeGreaterThanOrEqual(90_000 + DEFAULT_TIMEOUT_MS);
});
