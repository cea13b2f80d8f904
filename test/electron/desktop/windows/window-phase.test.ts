/** A window is created, shown, hidden and released in the order that its events allow. */
import { expect, test } from 'vitest';
import {
  nextLife,
  type WindowAction,
  type WindowEvent,
  type WindowLife,
} from '../../../../electron/desktop/windows/window-phase.ts';

/** Sends the events to a window that does not exist yet; returns its life and what was done. */
function after(...events: WindowEvent[]): WindowLife & { done: WindowAction[] } {
  let life: WindowLife = { phase: 'none', isRequested: false };
  const done: WindowAction[] = [];
  for (const event of events) {
    const next = nextLife(life, event);
    life = next.life;
    if (next.action !== null) done.push(next.action);
  }
  return { ...life, done };
}

test('a requested window is created and shown once its page is drawn', () => {
  expect(after('request')).toEqual({ phase: 'loading', isRequested: true, done: ['create'] });
  expect(after('request', 'drawn')).toEqual({ phase: 'shown', isRequested: false, done: ['create', 'show'] });
});

test('a prepared window stays hidden until it is requested', () => {
  expect(after('prepare', 'prepare', 'drawn')).toEqual({ phase: 'ready', isRequested: false, done: ['create'] });
  expect(after('prepare', 'drawn', 'request')).toMatchObject({ phase: 'shown', done: ['create', 'show'] });
});

test('a request that was taken back while the page loads shows nothing', () => {
  expect(after('request', 'hide', 'drawn')).toEqual({ phase: 'ready', isRequested: false, done: ['create'] });
});

test('each request brings a shown window to the front', () => {
  expect(after('request', 'drawn', 'request')).toMatchObject({ phase: 'shown', done: ['create', 'show', 'show'] });
});

test('a hidden window is shown again without being created again', () => {
  expect(after('request', 'drawn', 'hide', 'request')).toMatchObject({
    phase: 'shown',
    done: ['create', 'show', 'show'],
  });
});

test('a window requested while it is leaving is created again once it is gone', () => {
  const requested = after('request', 'drawn', 'hide', 'leave', 'request');
  expect(requested).toEqual({ phase: 'leaving', isRequested: true, done: ['create', 'show'] });
  expect(after('request', 'drawn', 'hide', 'leave', 'request', 'gone')).toEqual({
    phase: 'loading',
    isRequested: true,
    done: ['create', 'show', 'create'],
  });
});

test('a window that is closed while its page loads stays closed', () => {
  expect(after('request', 'gone')).toEqual({ phase: 'none', isRequested: false, done: ['create'] });
});

test('a page that stays is shown to a request that came meanwhile', () => {
  expect(after('request', 'drawn', 'hide', 'leave', 'request', 'stay')).toEqual({
    phase: 'shown',
    isRequested: false,
    done: ['create', 'show', 'show'],
  });
});

test('hiding takes a request back but not that the page was asked to leave', () => {
  expect(after('request', 'drawn', 'leave', 'request', 'hide')).toMatchObject({ phase: 'leaving', isRequested: false });
  expect(after('request', 'drawn', 'leave', 'request', 'hide', 'gone')).toMatchObject({
    phase: 'none',
    isRequested: false,
  });
});

test('a window whose page has left is ready for the next request', () => {
  expect(after('request', 'drawn', 'leave', 'left')).toMatchObject({ phase: 'ready', isRequested: false });
  expect(after('request', 'drawn', 'left')).toMatchObject({ phase: 'ready' });
});

test('a window that was asked to leave before its page was drawn is not shown when it is', () => {
  expect(after('request', 'leave', 'drawn')).toEqual({ phase: 'leaving', isRequested: true, done: ['create'] });
});

test.each<WindowEvent>(['drawn', 'hide', 'leave', 'left', 'stay', 'gone'])(
  'without a window, %s does nothing',
  (event) => {
    expect(after(event)).toEqual({ phase: 'none', isRequested: false, done: [] });
  },
);
