/** A link only asks; the person decides. */

import { beforeEach, expect, test } from 'vitest';
import { createLinkQuestions } from '../../../../electron/features/time/link-question.ts';
import type { Entry, TaskRef } from '../../../../shared/time/entry.ts';

const task: TaskRef = { taskId: 't1', identifier: 'PAY-1', title: 'Send it', projectName: 'Payments' };
const other: TaskRef = { ...task, taskId: 't2', identifier: 'PAY-2' };

let running: TaskRef | null = null;
let done: string[] = [];
let told = 0;
const questions = () =>
  createLinkQuestions({
    entries: { running: () => (running === null ? undefined : ({ task: running } as Entry)) },
    timer: {
      start: (accountId, { identifier }) => void done.push(`start ${accountId} ${identifier}`),
      stop: (accountId) => void done.push(`stop ${accountId}`),
    },
    onChange: () => {
      told += 1;
    },
  });

beforeEach(() => {
  running = null;
  done = [];
  told = 0;
});

test('the question changes nothing; the answer takes effect once', () => {
  const links = questions();
  links.askStart('a1', [task]);
  expect(links.view()).toEqual({ id: 1, does: 'start', tasks: [task] });
  expect(done).toEqual([]);
  links.answer(['a1'], 1, 0);
  links.answer(['a1'], 1, 0);
  expect(done).toEqual(['start a1 PAY-1']);
  expect(links.view()).toBeNull();
  expect(told).toBe(2);
});

test('a refusal does nothing', () => {
  const links = questions();
  links.askStart('a1', [task]);
  links.answer(['a1'], 1, undefined);
  expect(done).toEqual([]);
  expect(links.view()).toBeNull();
});

test('a newer link replaces the question; an answer to the older one does nothing', () => {
  const links = questions();
  links.askStart('a1', [task]);
  links.askStart('a1', [other]);
  links.answer(['a1'], 1, 0);
  expect(done).toEqual([]);
  links.answer(['a1'], 2, 0);
  expect(done).toEqual(['start a1 PAY-2']);
});

test('stop is asked only while a timer runs, and stops only that timer', () => {
  const links = questions();
  expect(links.askStop('a1')).toBe(false);
  expect(links.view()).toBeNull();
  running = task;
  expect(links.askStop('a1')).toBe(true);
  running = other;
  links.answer(['a1'], 1, 0);
  expect(done).toEqual([]);
  links.askStop('a1');
  links.answer(['a1'], 2, 0);
  expect(done).toEqual(['stop a1']);
});

test('an answer counts for the account of the task, whichever is first now, as long as it is open', () => {
  const links = questions();
  links.askStart('a1', [task, { ...other, accountId: 'a2' }]);
  links.answer(['a2', 'a1'], 1, 0);
  links.askStart('a1', [task, { ...other, accountId: 'a2' }]);
  links.answer(['a2'], 2, 1);
  links.askStart('a1', [task, { ...other, accountId: 'a2' }]);
  links.answer(['a1'], 3, 1);
  expect(done).toEqual(['start a1 PAY-1', 'start a2 PAY-2']);
});

test('after another person has signed in, the answer does nothing', () => {
  const links = questions();
  links.askStart('a1', [task]);
  links.answer(['a2'], 1, 0);
  expect(done).toEqual([]);
});
