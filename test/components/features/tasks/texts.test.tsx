/** A task's page: its description, comments and history, and what remains of a deleted task. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasUnsavedText } from '../../../../renderer/state/unsaved-text.ts';
import type { HistoryItem, TaskPageView } from '../../../../shared/contract/index.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { eventually } from '../../../until.ts';
import type { FakeBridge } from '../../bridge.ts';
import { setClock } from '../../clock.ts';
import { ACCOUNT, tasksOf } from '../../state.ts';
import { openTask, pageOf, pageOfTask, TASK } from './task-page.ts';

const taskId = TASK.id;
const described = (text: string, changes: Partial<TaskPageView> = {}) =>
  pageOf({ description: { text, isWhole: true }, ...changes });

/** Drafts outlive a page, so tests that leave one have a task of their own. */
const ofTask = (id: string, changes: Partial<TaskPageView> = {}) => pageOfTask({ id }, changes);

const NOW = new Date().toISOString();
beforeEach(() => setClock(Date.parse(NOW)));

const comment = (changes: Partial<Extract<HistoryItem, { kind: 'comment' }>> = {}): HistoryItem => ({
  kind: 'comment',
  id: 'c-1',
  key: 'c-1',
  isNew: false,
  personId: 'nora',
  person: 'Nora Vance',
  isMine: true,
  isElsewhere: false,
  canChange: true,
  createdAt: NOW,
  isEdited: false,
  text: 'Is *this* done?',
  isCut: false,
  isUnsent: false,
  ...changes,
});
const history = (...items: HistoryItem[]) => ({ history: { items, earlier: 0, isWhole: true } });
const list = () => within(screen.getByRole('list', { name: 'Comments and activity' }));
const writeField = () => screen.getByRole('textbox', { name: 'Write a comment' });

test('markdown is rendered without active content', async () => {
  const text = [
    '# Heading',
    '<script>window.hacked = 1</script>',
    '<img src="https://evil.example/p.png" onerror="window.hacked = 1">',
    '![a picture](https://pictures.example/p.png)',
    '[run](javascript:window.hacked=1) and [data](data:text/html,<script>1</script>)',
    '[plain](http://plain.example/) and [page](https://page.example/a_b?x=1&y=2)',
    'first line\nsecond line',
    '- [x] done\n- [ ] not done\n- **bullet**',
  ].join('\n\n');
  const { bridge, user } = await openTask(described(text));
  expect(await screen.findByRole('heading', { name: 'Heading', level: 4 })).toBeVisible();
  const region = screen.getByRole('region', { name: 'Description' });
  expect(region.querySelectorAll('script, img, iframe, a, [href], [src], [onerror]')).toHaveLength(0);
  expect(Reflect.get(window, 'hacked')).toBeUndefined();
  expect(region).toHaveTextContent('window.hacked = 1');
  expect(region.querySelector('br')).not.toBeNull();
  expect(
    within(region)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Image', 'a picture', 'page']);
  expect(within(region).getByRole('checkbox', { name: 'done' })).toBeChecked();
  expect(within(region).getByRole('checkbox', { name: 'not done' })).not.toBeChecked();
  expect(within(region).getByText('bullet').tagName).toBe('STRONG');
  await user.click(screen.getByRole('link', { name: 'page' }));
  screen.getByRole('link', { name: 'a picture' }).focus();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('tasks.open-url')).toEqual([
    { taskId, url: 'https://page.example/a_b?x=1&y=2' },
    { taskId, url: 'https://pictures.example/p.png' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Copy the address http://plain.example/' }));
  expect(bridge.payloads('tasks.copy-url')).toEqual([{ taskId, url: 'http://plain.example/' }]);
});

test('mentions, tasks, embedded pages and attachments of the service are chips', async () => {
  const text = [
    'Ask <kaneo-mention id="mira" label="Mira"></kaneo-mention> about <b>it</b>, see',
    '<kaneo-issue-link url="https://pm.example/task/7" issue-key="PAY-7" task-id="t-7" />',
    'and <kaneo-attachment url="https://files.example/plan.pdf" filename="plan.pdf" mime-type="application/pdf" size="9" />.',
  ].join(' ');
  const { bridge, user } = await openTask(described(text), {}, (prepared) => {
    prepared.answer('tasks.find-linked', ({ taskId: id }) => (id === 't-7' ? { id, accountId: 'marl' } : null));
  });
  expect(await screen.findByText('@Mira')).toBeVisible();
  expect(screen.getByText('it').tagName).toBe('STRONG');
  await user.click(screen.getByRole('link', { name: /^Attachment: *plan.pdf/ }));
  expect(bridge.payloads('tasks.open-url')).toEqual([{ taskId, url: 'https://files.example/plan.pdf' }]);
  await user.click(screen.getByRole('link', { name: /^Task:/ }));
  await eventually(() =>
    expect(bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 't-7', accountId: 'marl' }),
  );
});

test('a picture in a link is the text of the link', async () => {
  const { bridge, user } = await openTask(
    described('[![build](https://ci.example/badge.svg)](https://ci.example/run)'),
  );
  const link = await screen.findByRole('link', { name: 'build' });
  await user.click(screen.getByText('build'));
  link.focus();
  await user.keyboard('{Enter}');
  const url = 'https://ci.example/run';
  expect(bridge.payloads('tasks.open-url')).toEqual([
    { taskId, url },
    { taskId, url },
  ]);
});

test('a linked task that cannot be read here opens in the browser', async () => {
  const text = 'See <kaneo-issue-link url="https://pm.example/task/7" issue-key="PAY-7" task-id="t-7" />';
  const { bridge, user } = await openTask(described(text), {}, (prepared) =>
    prepared.answer('tasks.find-linked', null),
  );
  await user.click(await screen.findByRole('link', { name: /^Task:/ }));
  await eventually(() =>
    expect(bridge.payloads('tasks.open-url')).toEqual([{ taskId, url: 'https://pm.example/task/7' }]),
  );
});

test('a description is added, previewed and saved', async () => {
  const { bridge, user } = await openTask(ofTask('add'), {}, (prepared) => {
    prepared.answer('tasks.edit-description', { text: '', rejected: null });
  });
  await user.click(screen.getByRole('button', { name: 'Add a description' }));
  const field = await screen.findByRole('textbox', { name: 'Description' });
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: 'Preview' }));
  expect(screen.getByText('No description.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Write' }));
  await user.type(screen.getByRole('textbox', { name: 'Description' }), '**Plan**');
  await user.click(screen.getByRole('radio', { name: 'Preview' }));
  expect((await screen.findByText('Plan')).tagName).toBe('STRONG');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(bridge.payloads('tasks.set-description')).toEqual([{ taskId: 'add', before: '', description: '**Plan**' }]);
  await eventually(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
});

test('a checkbox in the preview changes the draft only', async () => {
  const text = '- [ ] asked';
  const { bridge, user } = await openTask(ofTask('preview', { description: { text, isWhole: true } }), {}, (to) =>
    to.answer('tasks.edit-description', { text, rejected: null }),
  );
  await user.click(screen.getByRole('button', { name: 'Edit the description' }));
  await user.type(await screen.findByRole('textbox', { name: 'Description' }), ' twice');
  await user.click(screen.getByRole('radio', { name: 'Preview' }));
  await user.click(await screen.findByRole('checkbox', { name: 'asked twice' }));
  expect(bridge.payloads('tasks.set-description')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(bridge.payloads('tasks.set-description')).toEqual([
    { taskId: 'preview', before: text, description: '- [x] asked twice' },
  ]);
  await eventually(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
});

test('an unsaved description is there again after leaving the page; unchanged parts stay byte for byte', async () => {
  const before = 'One\r\n\r\n<kaneo-poll id="7" />\r\n';
  const { bridge, user, show } = await openTask(
    ofTask('draft', { description: { text: before, isWhole: true } }),
    {},
    (prepared) => prepared.answer('tasks.edit-description', { text: before, rejected: null }),
  );
  await user.click(screen.getByRole('button', { name: 'Edit the description' }));
  await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Two');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: 'Preview' }));
  expect(hasUnsavedText()).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Write' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(hasUnsavedText()).toBe(true);
  await show({ view: 'taskPage', taskId: 'draft', reminder: false });
  const field = await screen.findByRole('textbox', { name: 'Description' });
  expect(field).toHaveValue('One\n\n<kaneo-poll id="7" />\nTwo');
  await user.type(field, '{Control>}{Enter}{/Control}');
  expect(bridge.payloads('tasks.set-description')).toEqual([{ taskId: 'draft', before, description: `${before}Two` }]);
  await eventually(() => expect(hasUnsavedText()).toBe(false));
});

test('the way back to unsaved text leads to the page of a draft, but never away from text on screen', async () => {
  // Other tests leave drafts of their account.
  const account = { ...ACCOUNT, id: 'way-back' };
  const { user, show } = await openTask(ofTask('half'), { account, accounts: [] });
  await user.type(writeField(), 'Half a sen');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await show('unsavedText');
  expect(writeField()).toHaveValue('Half a sen');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  const field = document.body.appendChild(document.createElement('textarea'));
  onTestFinished(() => field.remove());
  fireEvent.input(field, { target: { value: 'Typed elsewhere' } });
  await show('unsavedText');
  expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull();
});

test('the way back to unsaved text stays at the page of a draft', async () => {
  const account = { ...ACCOUNT, id: 'two-drafts' };
  const { publish, user, show } = await openTask(ofTask('first'), { account, accounts: [] });
  await user.type(writeField(), 'First');
  const openSecond = async () => {
    await show({ view: 'taskPage', taskId: 'second', reminder: false });
    publish({ taskPage: ofTask('second') });
  };
  await openSecond();
  await user.type(writeField(), 'Second');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await openSecond();
  await show('unsavedText');
  expect(writeField()).toHaveValue('Second');
});

test('Escape closes an unchanged description, and Cancel discards a changed one', async () => {
  const { bridge, user } = await openTask(ofTask('cancel', { description: { text: 'Old', isWhole: true } }), {}, (to) =>
    to.answer('tasks.edit-description', { text: 'Old', rejected: null }),
  );
  await user.click(screen.getByRole('button', { name: 'Edit the description' }));
  await screen.findByRole('textbox', { name: 'Description' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
  await eventually(() => expect(screen.getByRole('button', { name: 'Edit the description' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Edit the description' }));
  await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'er');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
  expect(bridge.payloads('tasks.set-description')).toEqual([]);
});

describe('a rejected description', () => {
  const MINE = 'Same.\n\nPay, then refund the order.\n\nMine alone.';
  const THEIRS = 'Same.\n\nPay, wait a night, refund the order.';
  const rejected = (id: string, text = THEIRS) =>
    ofTask(id, {
      description: { text, isWhole: true },
      rejectedDescription: 'It was changed elsewhere meanwhile.',
    });
  const side = (name: string) => screen.getByRole('region', { name });
  const marks = (name: string) =>
    [...side(name).querySelectorAll('mark')].map(({ textContent }) => textContent?.trim());

  test('is shown beside the server’s, with what differs, to use, drop or edit', async () => {
    const { bridge, user } = await openTask(rejected('conflict'), {}, (to) =>
      to.answer('tasks.edit-description', { text: THEIRS, rejected: MINE }),
    );
    await screen.findByRole('region', { name: 'Yours' });
    const box = within(screen.getByRole('region', { name: 'Your description was not saved' }));
    expect(box.getByText(/It was changed elsewhere meanwhile\./)).toBeVisible();
    expect(marks('Yours')).toEqual(['then', 'Mine alone.']);
    expect(marks('The server’s')).toEqual(['wait a night,']);
    const said = 'Description: two versions1–3answerEsclater';
    await eventually(() => expect(screen.getByRole('contentinfo')).toHaveTextContent(said));
    for (const name of ['Yours', 'The server’s'])
      expect(within(side(name)).getByText('1 paragraph the same')).toBeVisible();
    await user.click(box.getByRole('button', { name: 'Use mine' }));
    await user.keyboard('2');
    expect(bridge.payloads('tasks.set-description')).toEqual([
      { taskId: 'conflict', before: THEIRS, description: MINE },
    ]);
    expect(bridge.payloads('tasks.drop-description')).toEqual([{ taskId: 'conflict' }]);
    await user.click(box.getByRole('button', { name: 'Edit both…' }));
    expect(await screen.findByRole('textbox', { name: 'Description' })).toHaveValue(
      'Same.\n\nPay, then refund the order.\n\nPay, wait a night, refund the order.\n\nMine alone.',
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    expect(screen.queryByRole('region', { name: 'Yours' })).toBeNull();
  });

  test('shows code as code, and never a part of it as different', async () => {
    await openTask(rejected('code'), {}, (to) =>
      to.answer('tasks.edit-description', { text: 'Ends in `0069 b`, off.', rejected: 'Ends in `0069 a`, off.' }),
    );
    const mine = within(await screen.findByRole('region', { name: 'Yours' }));
    expect(mine.getByText('0069 a').tagName).toBe('CODE');
    expect(marks('The server’s')).toEqual(['0069 b']);
  });

  test('that is compared while the server’s changes again shows the new one, and an answer is about that', async () => {
    const { bridge, user } = await openTask(rejected('again'), {}, (to) =>
      to.answer('tasks.edit-description', { text: THEIRS, rejected: MINE }),
    );
    await screen.findByRole('region', { name: 'Yours' });
    expect(screen.queryByText(/changed again/)).toBeNull();
    bridge.answer('tasks.edit-description', { text: 'Third.', rejected: MINE });
    bridge.publish({ taskPage: rejected('again', 'Third.') });
    expect(await screen.findByText('changed again just now')).toBeVisible();
    expect(marks('The server’s')).toEqual(['Third.']);
    await user.click(screen.getByRole('button', { name: 'Use mine' }));
    expect(bridge.payloads('tasks.set-description')).toMatchObject([{ before: 'Third.', description: MINE }]);
  });

  test('that cannot be compared is kept, and the server’s is shown', async () => {
    const { bridge, user } = await openTask(rejected('offline'), {}, (to) => to.fail('tasks.edit-description'));
    const box = within(await screen.findByRole('region', { name: 'Your description was not saved' }));
    expect(screen.getByText(/wait a night/)).toBeVisible();
    bridge.answer('tasks.edit-description', { text: THEIRS, rejected: MINE });
    await user.click(box.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Yours' })).toBeVisible();
  });
});

test('a description that cannot be rendered is plain text', async () => {
  await openTask(described(`${'> '.repeat(500)}deep **down**`));
  expect(await screen.findByText('Too complex to be formatted; shown as plain text.')).toBeVisible();
  expect(screen.getByText(/deep \*\*down\*\*/)).toBeVisible();
});

test('a long description shows its beginning and expands part by part, then reads the rest', async () => {
  const text = 'word '.repeat(30_000);
  const { bridge, user } = await openTask(pageOf({ description: { text, isWhole: false } }), {}, (prepared) =>
    prepared.answer('tasks.description', `${text}the very end`),
  );
  const region = screen.getByRole('region', { name: 'Description' });
  for (let parts = 0; screen.queryByRole('button', { name: 'Show more' }) !== null; parts += 1) {
    expect(region).not.toHaveTextContent('the very end');
    expect(parts).toBeLessThan(10);
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await user.tab();
  }
  expect(region).toHaveTextContent('the very end');
  expect(bridge.payloads('tasks.description')).toEqual([{ taskId }]);
});

test('a picture is inserted at the cursor of the description', async () => {
  const { bridge, user } = await openTask(ofTask('picture'), {}, (prepared) => {
    prepared.answer('tasks.edit-description', { text: '', rejected: null });
    prepared.answer('tasks.attach-picture', { state: 'done', value: '![garden.png](https://pm.example/a)' });
  });
  await user.click(screen.getByRole('button', { name: 'Add a description' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
  await user.type(field, 'Before after');
  field.setSelectionRange(7, 7);
  await user.click(await screen.findByRole('button', { name: 'Attach a picture…' }));
  await eventually(() => expect(field).toHaveValue('Before ![garden.png](https://pm.example/a)after'));
  expect(screen.getAllByText('Uploaded and inserted into the description')).not.toHaveLength(0);
  expect(bridge.payloads('tasks.attach-picture')).toEqual([{ taskId: 'picture', identifier: TASK.identifier }]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Attach a picture…' }));
  expect(await screen.findAllByText('Uploaded; paste the copied line into the description')).not.toHaveLength(0);
});

test('a server without object storage takes no pictures', async () => {
  await openTask(pageOf(), {}, (prepared) => prepared.answer('project.uploads', false));
  expect(await screen.findByRole('button', { name: 'Add a description' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Attach a picture…' })).toBeNull();
});

describe('checkboxes of a description', () => {
  const text =
    'Before it goes out\r\n\r\n- [x] refunded\r\n- [ ] asked <kaneo-mention id="m" label="Mira" />\r\n  * [ ] twice';
  const prepared =
    (answer = text) =>
    (bridge: FakeBridge) =>
      bridge.answer('tasks.edit-description', { text: answer, rejected: null });

  test('are ticked in place by click and Space; the rest of the text stays as it was written', async () => {
    const { bridge, user } = await openTask(described(text), {}, prepared());
    const asked = await screen.findByRole('checkbox', { name: 'asked @Mira' });
    expect(screen.getByRole('checkbox', { name: 'refunded' })).toBeChecked();
    await user.click(asked);
    screen.getByRole('checkbox', { name: 'refunded' }).focus();
    await user.keyboard(' ');
    await user.click(screen.getByRole('checkbox', { name: 'twice' }));
    await eventually(() =>
      expect(bridge.payloads('tasks.set-description')).toEqual(
        ['[ ] asked', '[x] refunded', '[ ] twice'].map((box) => ({
          taskId,
          before: text,
          description: text.replace(box, box.startsWith('[x]') ? box.replace('x', ' ') : box.replace('[ ]', '[x]')),
        })),
      ),
    );
  });

  test('are ticked in a text that goes on, and after another box was ticked', async () => {
    const whole = `${text.replace('[x]', '[ ]')}\nand more`;
    const { bridge, user } = await openTask(described(text), {}, prepared(whole));
    await user.click(await screen.findByRole('checkbox', { name: 'twice' }));
    await eventually(() =>
      expect(bridge.payloads('tasks.set-description')).toEqual([
        { taskId, before: whole, description: whole.replace('* [ ]', '* [x]') },
      ]),
    );
  });

  test('change nothing if the text became another one meanwhile', async () => {
    const { bridge, user } = await openTask(described(text), {}, prepared(text.replace('Before', 'When')));
    await user.click(await screen.findByRole('checkbox', { name: 'twice' }));
    await eventually(() => expect(bridge.payloads('tasks.edit-description')).toHaveLength(1));
    expect(bridge.payloads('tasks.set-description')).toEqual([]);
  });

  test('are no controls for a person who may not change the task, nor during a conflict', async () => {
    const { publish } = await openTask(described(text, { missingPermissions: ['task:update'] }), {}, prepared());
    expect(await screen.findByText('refunded')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
    publish({ taskPage: described(text, { rejectedDescription: 'changed elsewhere' }) });
    expect(await screen.findByText('refunded')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('@ in a comment', () => {
  const people = [
    { id: 'max', name: 'Max Thoma' },
    { id: 'mara', name: 'Mara Keller' },
    { id: 'q"', name: 'Mara' },
  ];
  const open = (id: string) =>
    openTask(ofTask(id, history(comment({ personId: 'mara', person: 'Mara Keller', isMine: false }))), {}, (prepared) =>
      prepared.answer('tasks.choices', { people, labels: [] }),
    );
  const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  test('offers people, who wrote here first; Enter takes one, in the form of the service', async () => {
    const { bridge, user } = await open('mention');
    await user.type(writeField(), 'Can you try it, @ma');
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    expect(names()).toEqual(['MKMara Keller', 'MTMax Thoma', 'MMara']);
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(writeField()).toHaveValue('Can you try it, @Mara Keller ');
    expect(writeField()).toHaveFocus();
    await user.keyboard('and @Mara?{Control>}{Enter}{/Control}');
    expect(bridge.payloads('tasks.add-comment')).toEqual([
      {
        taskId: 'mention',
        text: 'Can you try it, <kaneo-mention id="mara" label="Mara Keller"></kaneo-mention> and <kaneo-mention id="q&quot;" label="Mara"></kaneo-mention>?',
      },
    ]);
  });

  test('an own comment is edited with names, and sent in the form of the service', async () => {
    const text = 'Ask <kaneo-mention id="gone" label="Gone &amp; Co"></kaneo-mention>,\r\nplease';
    const { bridge, user } = await openTask(ofTask('named', history(comment({ text }))), {}, (prepared) =>
      prepared.answer('tasks.choices', { people, labels: [] }),
    );
    await user.click(screen.getByRole('button', { name: 'Your comment, just now' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Edit your comment' });
    expect(field).toHaveValue('Ask @Gone & Co,\nplease');
    await user.type(field, '!{Control>}{Enter}{/Control}');
    const sent = text.replace('\r', '');
    expect(bridge.payloads('tasks.edit-comment')).toMatchObject([{ text: `${sent}!` }]);
  });

  test('Escape leaves it as text; inside a word it is no mention', async () => {
    const { bridge, user } = await open('no-mention');
    await user.type(writeField(), 'Mail ops@ma');
    expect(names()).toEqual([]);
    await user.type(writeField(), ' or @ke');
    expect(await screen.findAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(names()).toEqual([]);
    expect(screen.getByRole('region', { name: 'Task' })).toBeVisible();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(bridge.payloads('tasks.add-comment')).toEqual([{ taskId: 'no-mention', text: 'Mail ops@ma or @ke' }]);
  });
});

test('a comment is sent with Ctrl+Enter, and the field is empty afterwards', async () => {
  const { bridge, user } = await openTask(ofTask('comment'));
  await user.type(writeField(), '  Is *this* done? {Control>}{Enter}{/Control}');
  expect(bridge.payloads('tasks.add-comment')).toEqual([{ taskId: 'comment', text: 'Is *this* done?' }]);
  await eventually(() => expect(writeField()).toHaveValue(''));
  await user.type(writeField(), '   ');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(bridge.payloads('tasks.add-comment')).toHaveLength(1);
});

test('a comment is sent once, and what is typed meanwhile stays', async () => {
  const { bridge, user } = await openTask(ofTask('once'));
  const answer = bridge.hold('tasks.add-comment');
  await user.type(writeField(), 'Done.{Control>}{Enter}{Enter}{/Control} Or not');
  expect(bridge.payloads('tasks.add-comment')).toEqual([{ taskId: 'once', text: 'Done.' }]);
  answer({ ok: true, value: undefined });
  await eventually(() => expect(writeField()).toHaveValue(' Or not'));
});

test('a comment that is not accepted stays in its field', async () => {
  const { user } = await openTask(ofTask('refused'), {}, (prepared) => prepared.fail('tasks.add-comment'));
  await user.type(writeField(), 'Kept');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
  expect(writeField()).toHaveValue('Kept');
});

test('a comment that is too long cannot be sent and says by how much', async () => {
  const { bridge, user } = await openTask(ofTask('long'));
  fireEvent.change(writeField(), { target: { value: 'x'.repeat(LENGTHS.comment + 1) } });
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(screen.getByRole('alert')).toHaveTextContent(/^A comment can have [\d,]+ characters; this one has [\d,]+\.$/);
  expect(bridge.payloads('tasks.add-comment')).toEqual([]);
});

test('an own comment is edited and deleted from its menu, and the focus returns', async () => {
  const { bridge, user } = await openTask(ofTask('edit', history(comment())));
  const menu = screen.getByRole('button', { name: 'Your comment, just now' });
  expect((await list().findByText('this')).tagName).toBe('EM');
  await user.click(menu);
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const field = screen.getByRole('textbox', { name: 'Edit your comment' });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, 'It is done.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(bridge.payloads('tasks.edit-comment')).toEqual([{ taskId: 'edit', commentId: 'c-1', text: 'It is done.' }]);
  await eventually(() => expect(screen.getByRole('button', { name: 'Your comment, just now' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Your comment, just now' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(bridge.payloads('tasks.remove-comment')).toEqual([{ taskId: 'edit', commentId: 'c-1' }]);
  await eventually(() => expect(writeField()).toHaveFocus());
});

test('another person’s comment is marked as new and has no menu', async () => {
  await openTask(
    ofTask('other', history(comment({ isMine: false, canChange: false, person: 'Mira Two', isNew: true, text: 'So' }))),
  );
  const [item] = list().getAllByRole('listitem');
  expect(item).toHaveTextContent('Mira Two');
  expect(item).toHaveTextContent('New');
  expect(screen.queryByRole('button', { name: /^Your comment/ })).toBeNull();
});

test('edited, cut and rejected comments say so', async () => {
  await openTask(
    ofTask(
      'marks',
      history(
        comment({ id: 'a', key: 'a', isEdited: true, createdAt: null }),
        comment({ id: 'b', key: 'b', isCut: true }),
        comment({ id: 'c', key: 'c', rejected: 'Not today.' }),
      ),
    ),
  );
  const [edited, cut, rejected] = list().getAllByRole('listitem');
  expect(edited).toHaveTextContent('edited');
  expect(cut).toHaveTextContent('This comment is long; only its beginning is shown.');
  expect(within(rejected as HTMLElement).getByRole('region', { name: 'Your comment was not saved' })).toHaveTextContent(
    'Not today.',
  );
});

test('Escape keeps a changed edit, also after leaving the page, and a deleted task shows the unsaved text', async () => {
  const items = history(comment({ text: 'A long *thought*' }));
  const { user, show, publish } = await openTask(ofTask('kept', items));
  await user.click(screen.getByRole('button', { name: /^Your comment/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await user.type(screen.getByRole('textbox', { name: 'Edit your comment' }), ', kept{Escape}');
  expect(screen.getByRole('textbox', { name: 'Edit your comment' })).toHaveValue('A long *thought*, kept');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await show({ view: 'taskPage', taskId: 'kept', reminder: false });
  expect(await screen.findByRole('textbox', { name: 'Edit your comment' })).toHaveValue('A long *thought*, kept');
  publish({ taskPage: ofTask('kept', { isDeleted: true }) });
  expect(screen.getByRole('heading', { name: 'This task was deleted' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Your unsaved text' })).toHaveValue('A long *thought*, kept');
  expect(screen.queryByRole('button', { name: 'Move my time…' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('textbox', { name: 'Your unsaved text' })).toBeNull();
});

test('the time on a deleted task is moved to another task', async () => {
  const other = taskView('PAY-2', { title: 'Rotate the secret' });
  const entry = {
    id: 'e-1',
    person: null,
    isMine: true,
    entryId: 'e-1',
    startTime: '2026-03-02T09:00:00.000Z',
    endTime: '2026-03-02T10:30:00.000Z',
    note: '',
    isUnsent: false,
  };
  const { bridge, user, publish } = await openTask(pageOf({ isDeleted: true, entries: [entry] }), {
    tasks: tasksOf([other]),
  });
  expect(screen.getByRole('region', { name: 'This task was deleted' })).toHaveTextContent(
    'Your time on it is kept on this computer.',
  );
  expect(screen.queryByRole('button', { name: 'Start timer' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Move my time…' }));
  const search = screen.getByRole('combobox', { name: 'Search for a task…' });
  expect(search).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(search).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Move my time…' })).toHaveFocus();
  await user.keyboard('{Enter}rotate{Enter}');
  expect(bridge.payloads('time.move')).toEqual([{ fromTaskId: taskId, taskId: 'PAY-2' }]);
  expect(screen.getByRole('button', { name: 'Move my time…' })).toHaveFocus();
  publish({ taskPage: pageOf({ isDeleted: true, entries: [] }) });
  expect(screen.getByRole('region', { name: 'Task' })).toHaveFocus();
});

test('events say who changed what, and earlier ones are read on demand', async () => {
  const event = (id: string, type: string, from: string | null, to: string | null): HistoryItem => ({
    kind: 'event',
    id,
    type,
    personId: 'mira',
    person: 'Mira Lindqvist',
    isMine: false,
    createdAt: NOW,
    from,
    to,
  });
  const { bridge, user } = await openTask(
    pageOf({
      history: {
        items: [event('1', 'status_changed', 'to-do', 'done'), event('2', 'priority_changed', 'low', 'high')],
        earlier: 7,
        isWhole: false,
      },
    }),
  );
  const [moved, raised] = list().getAllByRole('listitem');
  expect(moved).toHaveTextContent('Mira Lindqvist moved this task from To do to Done just now');
  expect(raised).toHaveTextContent('Mira Lindqvist changed the priority from Low to High');
  await user.click(screen.getByRole('button', { name: 'Show earlier (7)' }));
  expect(bridge.payloads('tasks.show-earlier')).toEqual([{ taskId }]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(bridge.payloads('tasks.open-page').length).toBeGreaterThan(1);
});

test('a server without comments has no field for one', async () => {
  await openTask(pageOf(), { missingFeatures: ['comments'] });
  expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Comments and activity' })).toBeNull();
});
