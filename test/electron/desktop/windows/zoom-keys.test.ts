/** The keys for zooming on various keyboard layouts. */
import { expect, test } from 'vitest';
import { type KeyInput, zoomStep } from '../../../../electron/desktop/windows/zoom-keys.ts';

const pressed = (key: string, code: string, more: Partial<KeyInput> = {}): KeyInput => ({
  type: 'keyDown',
  key,
  code,
  control: true,
  meta: false,
  alt: false,
  ...more,
});

test.each([
  ['British and American: plus is behind Shift', '+', 'Equal', 'in'],
  ['the same key without Shift', '=', 'Equal', 'in'],
  ['German: plus is a key of its own', '+', 'BracketRight', 'in'],
  ['the number pad', '+', 'NumpadAdd', 'in'],
  ['minus', '-', 'Minus', 'out'],
  ['minus with Shift', '_', 'Minus', 'out'],
  ['German: minus lies elsewhere', '-', 'Slash', 'out'],
  ['the number pad', '-', 'NumpadSubtract', 'out'],
  ['nought', '0', 'Digit0', 'reset'],
  ['zero of the number pad', '0', 'Numpad0', 'reset'],
  ['French: zero is behind Shift', 'à', 'Digit0', 'reset'],
] as const)('%s', (_what, key, code, step) => {
  expect(zoomStep(pressed(key, code), 'linux')).toBe(step);
  expect(zoomStep(pressed(key, code, { control: false, meta: true }), 'darwin')).toBe(step);
});

test.each([
  ['without Ctrl it is typed', pressed('+', 'Equal', { control: false })],
  ['AltGr counts as Ctrl and Alt, and types', pressed('0', 'Digit0', { alt: true })],
  ['releasing it does nothing', pressed('+', 'Equal', { type: 'keyUp' })],
  ['other keys', pressed('1', 'Digit1')],
  ['a key that types many letters', pressed('constructor', 'KeyA')],
])('does not zoom: %s', (_what, input) => {
  expect(zoomStep(input, 'win32')).toBeUndefined();
});

test('Ctrl on macOS and the Windows key elsewhere belong to the system', () => {
  expect(zoomStep(pressed('+', 'Equal'), 'darwin')).toBeUndefined();
  expect(zoomStep(pressed('+', 'Equal', { control: false, meta: true }), 'win32')).toBeUndefined();
});
