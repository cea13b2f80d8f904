/** Pressed keys as Electron accelerators and as labels. */
import { describe, expect, test } from 'vitest';
import { acceleratorOf, type Pressed } from '../../../../renderer/features/settings/accelerator.ts';
import { keysOf } from '../../../../renderer/widgets/keys-of.ts';

const pressed = (key: string, code: string, modifiers = ''): Pressed => ({
  key,
  code,
  ctrlKey: modifiers.includes('c'),
  altKey: modifiers.includes('a'),
  shiftKey: modifiers.includes('s'),
  metaKey: modifiers.includes('m'),
});

describe('recorded keys', () => {
  test.each<[string, Pressed, string]>([
    ['a letter', pressed('t', 'KeyT', 'ca'), 'Control+Alt+T'],
    ['with Shift', pressed('T', 'KeyT', 'cs'), 'Control+Shift+T'],
    ['the letter of the keyboard layout, not of the key’s position', pressed('a', 'KeyQ', 'ca'), 'Control+Alt+A'],
    ['a letter with Option on a Mac', pressed('†', 'KeyT', 'am'), 'Alt+Super+T'],
    ['Cyrillic', pressed('т', 'KeyN', 'ca'), 'Control+Alt+N'],
    ['Space', pressed(' ', 'Space', 'ca'), 'Control+Alt+Space'],
    ['a non-breaking space, from Option and Space', pressed('\u00a0', 'Space', 'a'), 'Alt+Space'],
    ['plus', pressed('+', 'Equal', 'cs'), 'Control+Shift+Plus'],
    ['an arrow', pressed('ArrowUp', 'ArrowUp', 'c'), 'Control+Up'],
    ['a function key alone', pressed('F9', 'F9'), 'F9'],
    ['a digit', pressed('1', 'Digit1', 'm'), 'Super+1'],
  ])('%s', (_what, keys, accelerator) => {
    expect(acceleratorOf(keys)).toEqual({ is: 'keys', accelerator });
  });

  test.each<[string, Pressed, string]>([
    ['only modifiers', pressed('Control', 'ControlLeft', 'c'), 'incomplete'],
    ['a dead key', pressed('Dead', 'Quote', 'a'), 'incomplete'],
    ['a letter alone', pressed('t', 'KeyT'), 'weak'],
    ['a letter with Shift', pressed('T', 'KeyT', 's'), 'weak'],
    ['Enter alone', pressed('Enter', 'Enter'), 'weak'],
  ])('%s is no accelerator', (_what, keys, is) => {
    expect(acceleratorOf(keys)).toEqual({ is });
  });
});

test('Keys are labelled as on each system', () => {
  expect(keysOf('Control+Alt+Space', 'linux')).toEqual(['Ctrl', 'Alt', 'Space']);
  expect(keysOf('Command+Shift+Space', 'darwin')).toEqual(['⌘', '⇧', 'Space']);
  expect(keysOf('Super+Plus', 'win32')).toEqual(['Win', '+']);
});
