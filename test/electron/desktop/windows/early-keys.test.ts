/** What is typed before the page is drawn reaches the page. */
import { expect, test, vi } from 'vitest';
import { createEarlyKeys } from '../../../../electron/desktop/windows/early-keys.ts';

const key = (name: string, control = false) => ({ key: name, control, alt: false, meta: false });

async function passed(...typed: ReturnType<typeof key>[]) {
  const keys = createEarlyKeys();
  for (const one of typed) keys.add(one);
  const page = { insertText: vi.fn(async (_text: string) => undefined), sendInputEvent: vi.fn() };
  keys.passTo(page);
  keys.passTo(page);
  await Promise.resolve();
  return {
    text: page.insertText.mock.calls.map(([text]) => text),
    pressed: page.sendInputEvent.mock.calls.map(([{ type, modifiers }]) => [type, ...modifiers]),
  };
}

test('passes characters on once, without those that were deleted', async () => {
  expect(await passed(key('a'), key('ß'), key('x'), key('Backspace'), key('Tab'), key('v', true))).toEqual({
    text: ['aß'],
    pressed: [],
  });
});

test('an Enter ends the text and is pressed after it', async () => {
  expect(await passed(key('a'), key('Enter'), key('b'))).toEqual({ text: ['a'], pressed: [['keyDown'], ['keyUp']] });
  expect(await passed(key('Enter', true))).toEqual({
    text: [],
    pressed: [
      ['keyDown', 'control'],
      ['keyUp', 'control'],
    ],
  });
});
