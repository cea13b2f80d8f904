/** The line of quick add: what is understood, suggested, asked about and sent. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anError } from '../../bridge.ts';
import { chips, line, NOW, names, openQuickAdd, suggestions } from '../../quick-add.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const listOf = (name: string) => within(screen.getByRole('list', { name }));
const alert = () => screen.getByRole('alert');

/** Replaces the text at once, as a paste of one line does. */
const enter = (text: string) => fireEvent.change(line(), { target: { value: text } });

test('an empty line shows the syntax; a click types a sign, which suggests names', async () => {
  const { user } = await openQuickAdd();
  expect(line()).toHaveFocus();
  expect(screen.getByPlaceholderText('What needs doing?')).toBe(line());
  const hints = listOf('What you can type');
  expect(hints.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '#project',
    '+label',
    '@person',
    '!priority',
    '>column',
    '//description',
  ]);
  await user.click(hints.getByRole('button', { name: /person/ }));
  expect(line()).toHaveValue('@');
  expect(line()).toHaveFocus();
  expect(suggestions()).toContain('Mette Holm');
  expect(screen.queryByRole('list', { name: 'What you can type' })).not.toBeInTheDocument();
});

test('every field of the line is shown as a chip and sent on Enter', async () => {
  const { bridge, user, left } = await openQuickAdd();
  enter('Send the invoice #app +billing +fresh !high >in-review from today tomorrow 17:05 @mette // two pages');
  expect(chips()).toEqual([
    'Project Mobile app',
    'Label billing',
    'Label freshnew',
    'Priority High',
    'Start date From todayThu 19 Nov',
    'Due Tomorrow 5:05 pmFri 20 Nov',
    'Column In Review',
    'Assign to Mette Holm',
    'Description two pages',
  ]);
  await user.keyboard('{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toEqual([
    {
      tasks: [
        {
          projectId: 'p-app',
          projectSlug: 'APP',
          title: 'Send the invoice',
          description: 'two pages',
          priority: 'high',
          status: 'in-review',
          startDate: new Date(2026, 10, 19).toISOString(),
          dueDate: new Date(2026, 10, 20, 17, 5).toISOString(),
          userId: 'u-mette',
          labels: [{ id: 'l-billing', name: 'billing', color: 'green' }, { name: 'fresh' }],
        },
      ],
      startTimer: false,
    },
  ]);
});

test('a line without names uses the last project and assigns nobody, and says how to change both', async () => {
  const { bridge, user, left } = await openQuickAdd();
  await user.type(line(), 'Ask about the deposit');
  expect(chips()).toEqual(['Finance# to change', 'Nobody@ to assign']);
  await user.keyboard('{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toEqual([
    {
      tasks: [
        {
          projectId: 'p-fin',
          projectSlug: 'FIN',
          title: 'Ask about the deposit',
          description: '',
          priority: 'no-priority',
          status: 'to-do',
          labels: [],
        },
      ],
      startTimer: false,
    },
  ]);
});

test('a person who assigns tasks to themselves sees that, and can leave one to nobody', async () => {
  const { user } = await openQuickAdd(names({ assignToMe: true }));
  await user.type(line(), 'Ask');
  expect(chips()).toEqual(['Finance# to change', 'Nora Vanceyou']);
  enter('Ask @nobody ');
  expect(chips()).toEqual(['Finance# to change', 'Assign to Nobody']);
});

test('a click on a chip removes it from the line; a date stays there as text', async () => {
  const { user } = await openQuickAdd();
  enter('Plan the tomorrow party !urgent +fresh +FRESH');
  await user.click(screen.getByRole('button', { name: /^Due/ }));
  expect(screen.queryByRole('button', { name: /^Due/ })).not.toBeInTheDocument();
  expect(line()).toHaveValue('Plan the tomorrow party !urgent +fresh +FRESH');
  await user.click(screen.getByRole('button', { name: /^Priority/ }));
  // A label that is typed twice has one chip.
  await user.click(screen.getByRole('button', { name: /^Label/ }));
  expect(line()).toHaveValue('Plan the tomorrow party');
  expect(line()).toHaveFocus();
});

test('a label that is spelled in several ways has one chip, and the next chip removes the next label', async () => {
  const { user } = await openQuickAdd();
  enter('Call +customer-care +"customer care" +bug back');
  expect(chips()).toEqual(expect.arrayContaining(['Label customer care', 'Label Bug']));
  await user.click(screen.getByRole('button', { name: /^Label.*Bug/ }));
  expect(line()).toHaveValue('Call +customer-care +"customer care" back');
  await user.click(screen.getByRole('button', { name: /^Label/ }));
  expect(line()).toHaveValue('Call back');
});

test('a click on a date in the line makes it text, and a date again', async () => {
  const { user } = await openQuickAdd();
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect(0, 0, 10, 10)] as unknown as DOMRectList);
  enter('Plan the tomorrow party');
  const clickOnWord = async () => {
    (line() as HTMLInputElement).setSelectionRange(10, 10);
    await user.pointer({ target: line(), keys: '[MouseLeft]', coords: { clientX: 5, clientY: 5 } });
  };
  await clickOnWord();
  expect(screen.queryByRole('button', { name: /^Due/ })).not.toBeInTheDocument();
  await user.pointer({ keys: '[/MouseLeft]', target: document.body });
  await clickOnWord();
  expect(screen.getByRole('button', { name: /^Due/ })).toBeVisible();
  vi.restoreAllMocks();
});

test('Tab takes the suggestion, arrow keys and the pointer choose another', async () => {
  const { user } = await openQuickAdd();
  await user.type(line(), 'Draft #');
  const all = suggestions();
  expect(all.length).toBeGreaterThan(2);
  expect(line()).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{ArrowDown}');
  const second = screen.getAllByRole('option')[1];
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(line()).toHaveAttribute('aria-activedescendant', second?.id);
  await user.keyboard('{Tab}');
  expect(chips()[0]).toBe(`Project ${all[1]}`);
  expect(suggestions()).toEqual([]);
  expect(line()).toHaveFocus();

  await user.type(line(), '@');
  await user.keyboard('{ArrowUp}');
  expect(screen.getAllByRole('option').at(-1)).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('option', { name: /Mette Holm/ }));
  expect(chips().at(-1)).toBe('Assign to Mette Holm');
  expect(line()).toHaveFocus();
});

test('the first Enter completes a half-typed name, the second creates the task', async () => {
  const { bridge, user, left } = await openQuickAdd();
  await user.type(line(), 'Half typed #finance !h{Enter}');
  expect(line()).toHaveValue('Half typed #finance !high ');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
  await user.keyboard('{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [{ title: 'Half typed', priority: 'high' }] }]);
});

test('an unknown name is asked about once, and stays in the title', async () => {
  const { bridge, user, left } = await openQuickAdd();
  enter('Fix #nowhere at last');
  expect(alert()).toHaveTextContent('No project is called “nowhere”, so it stays in the title.');
  await user.keyboard('{Enter}');
  expect(alert()).toHaveTextContent('Press Enter again to create the task anyway.');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
  await user.keyboard('{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [{ title: 'Fix #nowhere at last' }] }]);
});

test('a line that is no task says why on Enter: no title, a long one, no project', async () => {
  const { bridge, user, send } = await openQuickAdd();
  enter('#finance !low');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(alert()).toHaveTextContent('Type what needs doing.');
  // Too long is said while typing.
  enter(`שלום ‮abc\u0007 ${'word '.repeat(2000)}`);
  await user.type(line(), 'x', { initialSelectionStart: 11_000 });
  expect((line() as HTMLInputElement).value).toHaveLength(10_012);
  expect(alert()).toHaveTextContent('A title can have 500 characters; this one has 10,011.');
  bridge.answer('quick-add.directory', names({ lastProjectId: null }));
  await send({ do: 'directory-changed' });
  enter('A task');
  await user.keyboard('{Enter}');
  expect(alert()).toHaveTextContent('Which project? Type # to choose one.');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
});

test('Ctrl+Enter, or its button, creates the task and starts its timer', async () => {
  const { bridge, user, show, left } = await openQuickAdd();
  await user.type(line(), 'Timed from the start{Control>}{Enter}{/Control}');
  await left();
  await show();
  await user.type(line(), 'Timed by click');
  await user.click(screen.getByRole('button', { name: /create and start timer/ }));
  await left(2);
  expect(bridge.payloads('quick-add.create')).toMatchObject([
    { tasks: [{ title: 'Timed from the start' }], startTimer: true },
    { tasks: [{ title: 'Timed by click' }], startTimer: true },
  ]);
});

test('each pasted line becomes a task, which can be edited before they are created', async () => {
  const { bridge, user, left } = await openQuickAdd();
  await user.paste('- One of three #mob\n- [ ] #app !low tomorrow\n* Three of three #nowhere @mette\n');
  const many = listOf('3 tasks').getAllByRole('listitem');
  expect(many.map(({ textContent }) => textContent)).toEqual([
    '1One of threeMobility',
    '2No titleMobile app · Low · Tomorrow',
    '3Three of three #nowhereFinance · Mette Holm',
  ]);
  const field = screen.getByRole('textbox', { name: 'New task' });
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('button', { name: /create 3 tasks/ }));
  expect(alert()).toHaveTextContent('Type what needs doing.');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
  fireEvent.change(field, { target: { value: 'One of two #mob\nTwo of two +bug' } });
  await user.keyboard('{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toMatchObject([
    {
      tasks: [
        { title: 'One of two', projectId: 'p-mob' },
        { title: 'Two of two', labels: [{ id: 'l-bug' }] },
      ],
    },
  ]);
});

test('a pasted single line stays one; more than a hundred are too many', async () => {
  const { bridge, user } = await openQuickAdd();
  await user.type(line(), 'Say ');
  await user.paste('hello\n');
  expect((line() as HTMLInputElement).value).toMatch(/^Say hello/);
  await user.clear(line());
  await user.paste(Array.from({ length: 101 }, (_, index) => `Task ${index}`).join('\n'));
  await user.keyboard('{Enter}');
  expect(alert()).toHaveTextContent('At most 100 tasks at once.');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
});

test('a second Enter while the task is created does nothing; an error shows, and typing removes it', async () => {
  const { bridge, user, left } = await openQuickAdd();
  const answer = bridge.hold('quick-add.create');
  await user.type(line(), 'Once{Enter}{Enter}');
  expect(bridge.payloads('quick-add.create')).toHaveLength(1);
  await act(async () => answer({ ok: false, error: anError() }));
  expect(alert()).toHaveTextContent('It did not work');
  expect(line()).toHaveValue('Once');
  await user.type(line(), ' more');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  bridge.answer('quick-add.create', undefined);
  await user.keyboard('{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toHaveLength(2);
});

test('a command that main does not answer is an error of its own', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { bridge, user } = await openQuickAdd();
  const send = bridge.send;
  bridge.send = (name, payload) =>
    name === 'quick-add.create' ? Promise.reject(new Error('gone')) : send(name, payload);
  await user.type(line(), 'Once{Enter}');
  expect(alert()).toHaveTextContent('Punchcard did not answer');
  error.mockRestore();
});

test('the columns of a named project are read once', async () => {
  const { bridge, user } = await openQuickAdd();
  expect(bridge.payloads('quick-add.columns')).toEqual([]);
  enter('Fix the door #payments >later');
  await user.type(line(), ' now');
  expect(bridge.payloads('quick-add.columns')).toEqual([{ projectId: 'p-pay' }]);
  expect(alert()).toHaveTextContent('The columns of Payments are not known yet, so “later” stays in the title.');
});

test('signed out, or before the projects are loaded, a sentence says so', async () => {
  const { bridge, send } = await openQuickAdd(null);
  expect(alert()).toHaveTextContent('You’re not signed in. Open Punchcard to sign in.');
  bridge.answer('quick-add.directory', names({ projects: [], lastProjectId: null }));
  await send({ do: 'directory-changed' });
  expect(alert()).toHaveTextContent('Your projects have not been loaded yet.');
});

test('what was understood is announced after a pause in typing', async () => {
  await openQuickAdd();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW });
  enter('Send it #finance !high tomorrow @mette');
  act(() => void vi.advanceTimersByTime(600));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.getByRole('status')).toHaveTextContent('Finance, Priority high, Tomorrow, Mette Holm');
});

test('in German the window is German, and keeps the text', async () => {
  const { user, send } = await openQuickAdd();
  await user.type(line(), 'Rechnung !hi');
  await send({ do: 'set-language', language: 'de' });
  const german = await screen.findByRole('combobox', { name: 'Neue Aufgabe' });
  expect(german).toHaveValue('Rechnung !hi');
  expect(document.documentElement).toHaveAttribute('lang', 'de');
  expect(suggestions()).toEqual(['Hoch']);
});

test('axe finds no violation', async () => {
  await openQuickAdd();
  enter('Send it #finance #nowhere !high tomorrow @');
  expect(suggestions()).not.toEqual([]);
  // Contrast needs layout; test/app/accessibility.test.ts checks it.
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
