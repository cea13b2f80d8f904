/** Every command of the command line has its place in the window: a line of the palette, and a row of the page of keys. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { commandWords } from '../../../electron/cli/commands.ts';
import type { CommandWord } from '../../../electron/cli/is-command-line.ts';
import { allLines } from '../../../renderer/app/palette/lines.ts';
import { taskActions } from '../../../renderer/app/palette/task-actions.ts';
import { taskRef } from '../../../shared/time/entry.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { HOUR, local, timeEntry } from '../../shared/time/entries.ts';
import { openWindow } from '../render.tsx';
import { aState, tasksOf, timeOf } from '../state.ts';

/** `line`: of the palette. `action`: of a task in the palette. `keys`: as the page of keys shows them; null if it has none. */
type Place = ({ line: string } | { action: string }) & { keys: string | null };

/** A new command does not compile until it has a place, or a reason for having none. */
const PLACES: Record<CommandWord, Place | { none: string }> = {
  add: { line: 'command newTask', keys: 'CtrlN' },
  start: { action: 'timer', keys: 'S' },
  stop: { line: 'command stop', keys: 'Ctrl.' },
  toggle: { none: 'stop and start are commands of their own; a global shortcut does both' },
  switch: { line: 'command switchTask', keys: null },
  discard: { line: 'command discard', keys: null },
  note: { line: 'command note', keys: 'CtrlM' },
  log: { action: 'add-time', keys: 'ShiftS' },
  status: { none: 'the timer bar is always shown' },
  list: { line: 'command tasks', keys: 'Ctrl1' },
  show: { action: 'open', keys: 'Space' },
  move: { action: 'status', keys: 'M' },
  due: { action: 'due', keys: 'D' },
  done: { action: 'status', keys: 'M' },
  undo: { line: 'command undo', keys: 'CtrlZ' },
  report: { line: 'command report', keys: null },
  gaps: { line: 'fill', keys: 'F' },
  open: { none: 'the window is open' },
  completion: { none: 'for a shell' },
  man: { none: 'for a shell' },
  mcp: { none: 'for a program; the settings have it' },
  serve: { none: 'for a program; the settings have it' },
};
const placed = commandWords.flatMap((word) => {
  const place = PLACES[word];
  return 'none' in place ? [] : [{ word, ...place }];
});

test('the palette has a line for each of them', () => {
  // A working day.
  const now = new Date(local(19, 12));
  const task = taskView('PAY-1');
  // A timer runs after an hour that nobody tracked.
  const entries = [timeEntry('a', now.getTime() - 3 * HOUR, now.getTime() - 2 * HOUR)];
  const running = { ...timeEntry('b', now.getTime() - HOUR, null), task: taskRef(taskView('PAY-2')) };
  const state = aState({ tasks: tasksOf([task]), time: timeOf([...entries, running], now) });
  const sources = { state, view: { boardTasks: [], tracked: [], entries: [], projects: [], weights: {} }, now };
  const lines = allLines(sources).map(({ id }) => id);
  const actions = taskActions({ ...task, isDone: false, isOwn: true }, sources).map(({ id }) => id);
  for (const { word, ...place } of placed)
    if ('line' in place) expect(lines, word).toContain(place.line);
    else expect(actions, word).toContain(place.action);
});

test('the page of keys has a row for each of them that has a key', async () => {
  const { user } = await openWindow();
  await user.keyboard('?');
  const region = within(await screen.findByRole('region', { name: 'Keys' }));
  const shown = region.getAllByRole('definition').map(({ textContent }) => textContent);
  for (const { word, keys } of placed) if (keys !== null) expect(shown, word).toContain(keys);
});
