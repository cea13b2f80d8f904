/** Events reach every listener in order, whatever one of them does. */
import { expect, test, vi } from 'vitest';
import { createEvents } from '../../shared/events.ts';

interface TestEvents {
  started: { taskId: string };
  stopped: undefined;
}

test('listeners are called in the order in which they were added, with the payload', () => {
  const calls: string[] = [];
  const events = createEvents<TestEvents>((work) => work());
  events.on('started', ({ taskId }) => calls.push(`first ${taskId}`));
  events.on('started', ({ taskId }) => calls.push(`second ${taskId}`));
  events.on('stopped', () => calls.push('stopped'));
  events.emit('started', { taskId: 't' });
  events.emit('stopped');
  expect(calls).toEqual(['first t', 'second t', 'stopped']);
});

test('an error of one listener is reported and does not stop the others', () => {
  const reported: unknown[] = [];
  const events = createEvents<TestEvents>((work) => {
    try {
      work();
    } catch (error) {
      reported.push(error);
    }
  });
  const error = new Error('full disk');
  events.on('stopped', () => {
    throw error;
  });
  const later = vi.fn();
  events.on('stopped', later);
  events.emit('stopped');
  expect(later).toHaveBeenCalledOnce();
  expect(reported).toEqual([error]);
});

test('a removed listener is not called', () => {
  const events = createEvents<TestEvents>((work) => work());
  const listener = vi.fn();
  const remove = events.on('stopped', listener);
  remove();
  events.emit('stopped');
  expect(listener).not.toHaveBeenCalled();
});
