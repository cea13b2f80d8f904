/** A task's page in the whole app: changes in place, rejections, undo, and safe rendering of descriptions. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Config, Task } from '../../electron/service/records.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type FakeBrowser, makeBrowser } from './browser.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';

const Named = z.array(z.object({ id: z.string(), name: z.string() }));

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

interface Setup {
  service: Service;
  app: RunningApp;
  page: Page;
  browser: FakeBrowser;
}

async function setUp(prepare?: (service: Service) => void): Promise<Setup> {
  const service = await startService();
  prepare?.(service);
  const browser = makeBrowser();
  const app = await launchApp({ env: { ...browser.env, LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB' } });
  const page = await signIn(app, service);
  page.setDefaultTimeout(10_000);
  return { service, app, browser, page };
}

const taskAtService = async (service: Service, id: string): Promise<Task> =>
  Task.parse(await (await service.call('GET', `/task/${id}`)).json());

async function namesOf(service: Service, path: string): Promise<string[]> {
  return Named.parse(await (await service.call('GET', path)).json()).map(({ name }) => name);
}

/** Returns to the list from any page. */
async function toList(page: Page): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.getByRole('tab', { name: /My tasks/ }).waitFor();
}

/** Opens the task with this name from the list; returns its id. */
async function open(page: Page, name: RegExp): Promise<string> {
  const row = page.getByRole('button', { name }).first();
  await row.waitFor();
  const id = (await row.getAttribute('data-task-id')) ?? '';
  await row.click();
  await read(page);
  return id;
}

/** Waits until the open page is loaded completely. */
const read = (page: Page): Promise<void> => page.locator('.task-page__footer').waitFor();

const property = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await property(page, name).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
}

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('a task', () => {
  let at: Setup;
  let page: Page;
  let service: Service;
  beforeAll(async () => {
    at = await setUp();
    ({ page, service } = at);
  });
  afterAll(async () => {
    await at?.app.quit();
    await at?.service.stop();
  });
  const back = () => page.getByRole('button', { name: 'Back', exact: true }).click();
  beforeEach(() => toList(page));

  test('Each property is changed in place and at the service', async () => {
    const id = await open(page, /Say why a card was declined/);
    await choose(page, 'Status', 'In review');
    await property(page, 'Status').getByText('In review').waitFor();
    await choose(page, 'Priority', 'Urgent');
    await choose(page, 'Assignee', 'Mira Lindqvist');
    await property(page, 'Due').click();
    await page.getByRole('button', { name: /^Tomorrow/ }).click();
    await page.getByRole('button', { name: 'Remove label customer' }).click();
    await page.getByRole('button', { name: 'Add label' }).click();
    await page.getByRole('combobox', { name: /label/ }).fill('brand new');
    await page.getByRole('option', { name: /New label/ }).click();
    const task = await until(
      () => taskAtService(service, id),
      (value) => value.status === 'in-review' && value.priority === 'urgent' && value.assigneeName === 'Mira Lindqvist',
    );
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    expect(task.dueDate).toBe(new Date(tomorrow.setHours(0, 0, 0, 0)).toISOString());
    const labels = await until(
      () => namesOf(service, `/label/task/${id}`),
      (names) => names.includes('brand new') && !names.includes('customer'),
    );
    expect(labels.sort()).toEqual(['brand new', 'design']);
    await until(
      () => readState(page),
      ({ unsent, taskPage }) => unsent.total === 0 && taskPage?.unsent.length === 0,
    );
    // Assigned to somebody else it leaves the list; its page stays, and its timer can be started.
    await page.getByRole('button', { name: 'Start timer', exact: true }).click();
    await page.locator('.timer-bar__bar').getByText('Say why a card was declined').first().waitFor();
    const { time } = await readState(page);
    expect(time.running?.task.taskId).toBe(id);
    await page.locator('.link-row__row.link-row__running').waitFor();
    await page.evaluate(() => window.punchcard.send('timer.discard', {}));
    await back();
  });

  test('Comments are added, edited and deleted; another person’s comment appears by itself and is marked as new', async () => {
    const id = await open(page, /Write down how we answer a chargeback/);
    const comments = page.getByRole('list', { name: 'Comments and activity' });
    const taskAtService = (holds: (texts: string[]) => boolean) =>
      until(async () => {
        const all = (await (await service.call('GET', `/comment/${id}`)).json()) as { content: string }[];
        return all.map(({ content }) => content);
      }, holds);
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('Is *this* done?');
    await field.press('Control+Enter');
    await comments.getByText('Is this done?').waitFor();
    await taskAtService(([text]) => text === 'Is *this* done?');
    expect(await field.inputValue()).toBe('');

    const own = page.getByRole('button', { name: /^Your comment/ });
    await own.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edited = page.getByRole('textbox', { name: 'Edit your comment' });
    await edited.fill('It is done.');
    await page.getByRole('button', { name: 'Save' }).click();
    await comments.getByText('It is done.').waitFor();
    await until(
      () => own.evaluate((button) => button === document.activeElement),
      (hasFocus) => hasFocus,
    );
    await taskAtService(([text]) => text === 'It is done.');

    const mira = service.addPerson({ name: 'Mira Two', role: 'member' });
    await service.call('POST', `/comment/${id}`, { content: 'So it is.' }, mira);
    const hers = comments.getByRole('listitem').filter({ hasText: 'So it is.' });
    await hers.getByText('New', { exact: true }).waitFor();
    await hers.getByText('Mira Two').waitFor();
    expect(await hers.getByRole('button', { name: /^Your comment/ }).count()).toBe(0);

    await own.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await comments.getByText('It is done.').waitFor({ state: 'detached' });
    await taskAtService((texts) => texts.length === 1);
    await back();
  });

  test('A start date is set and removed; one after the due date is rejected', async () => {
    const id = await open(page, /Write down how we answer a chargeback/);
    const before = await taskAtService(service, id);
    const dueDate = new Date(2030, 2, 5).toISOString();
    await service.call('PUT', `/task/due-date/${id}`, { dueDate });
    const startsOn = (startDate: string | null) =>
      until(
        () => taskAtService(service, id),
        (task) => task.startDate === startDate,
      );
    const setStart = async (day: string) => {
      await property(page, 'Start').click();
      await page.getByLabel('Date', { exact: true }).fill(day);
      await page.getByRole('button', { name: 'Set' }).click();
    };
    await setStart('2030-03-04');
    const task = await startsOn(new Date(2030, 2, 4).toISOString());
    // The full update carries the other fields.
    expect(task).toMatchObject({ title: before.title, status: before.status, priority: before.priority, dueDate });
    await property(page, 'Start').getByText('Monday 4 Mar 2030').waitFor();
    await setStart('2030-03-06');
    await page.getByTitle(/The start date of PAY-\d+ stays as it was/).waitFor();
    await property(page, 'Start').getByText('Monday 4 Mar 2030').waitFor();
    await property(page, 'Start').click();
    await page.getByRole('button', { name: 'No date' }).click();
    await property(page, 'Start').getByText('No start date').waitFor();
    await startsOn(null);
    await page.getByRole('button', { name: 'Undo' }).click();
    await startsOn(new Date(2030, 2, 4).toISOString());
    await service.call('PUT', `/task/due-date/${id}`, {});
    await back();
  });

  test('A typed time of day is saved; an empty date removes it', async () => {
    const id = await open(page, /Write down how we answer a chargeback/);
    await property(page, 'Due').click();
    await page.getByLabel('Date', { exact: true }).fill('2030-03-05');
    await page.getByRole('textbox', { name: 'Time' }).fill('25:00');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('Type a time, such as 14:05').waitFor();
    await page.getByRole('textbox', { name: 'Time' }).fill('14:05');
    await page.keyboard.press('Enter');
    const moment = new Date(2030, 2, 5, 14, 5).toISOString();
    await until(
      () => taskAtService(service, id),
      ({ dueDate }) => dueDate === moment,
    );
    await page.getByText('Tuesday 5 Mar 2030, 14:05').waitFor();
    await property(page, 'Due').click();
    await page.getByRole('button', { name: 'No date' }).click();
    await until(
      () => taskAtService(service, id),
      ({ dueDate }) => dueDate === null,
    );
    await back();
  });

  test('Relations and links are removed and added, and open other tasks', async () => {
    const id = await open(page, /Refund fails/);
    const relations = () => service.call('GET', `/task-relation/${id}`).then((answer) => answer.json());
    await page.getByRole('button', { name: /^Remove the relation to PAY-138/ }).click();
    await until(relations, (value) => value.length === 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(relations, (value) => value.length === 1);

    await page.getByRole('button', { name: 'Add relation' }).click();
    await page.getByLabel('It is').selectOption('subtask');
    await page.getByRole('combobox', { name: /Search for a task/ }).fill('webhook');
    await page.getByRole('option', { name: /Rotate the webhook/ }).click();
    await page.getByText('0 of 1').waitFor();
    await until(relations, (value) => value.length === 2);

    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Address').fill('docs.example.com/added');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const links = () => service.call('GET', `/external-link/task/${id}`).then((answer) => answer.json());
    await until(links, (value) => value.some(({ url }: { url: string }) => url === 'https://docs.example.com/added'));

    await page.keyboard.press('Shift');
    await page.locator('.link-row__main', { hasText: 'Rotate the webhook' }).click();
    await page.getByRole('heading', { name: 'PAY-137' }).waitFor();
    await read(page);
    await page.locator('.link-row__main', { hasText: 'Refund fails' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'PAY-133' }).waitFor();
    await until(
      () => focused(page),
      (text) => text.includes('Rotate the webhook'),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  });

  test('F2 edits the title; Escape cancels, Enter saves', async () => {
    const id = await open(page, /Round VAT line by line/);
    await page.keyboard.press('F2');
    await page.getByLabel('Title').fill('Something else');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Round VAT line by line' }).waitFor();
    await page.keyboard.press('F2');
    await page.getByLabel('Title').fill('Round VAT');
    await page.keyboard.press('Enter');
    await until(
      () => taskAtService(service, id),
      ({ title }) => title === 'Round VAT',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    await page.getByRole('button', { name: /^PAY-139 Round VAT,/ }).waitFor();
  });

  test('A closed menu returns the focus to its button', async () => {
    await open(page, /Rotate the webhook/);
    for (const name of ['Status', 'Priority', 'Due', 'Assignee']) {
      await property(page, name).press('Enter');
      await page.keyboard.press('Escape');
      await until(
        () => focused(page),
        (text) => text.startsWith(`${name}: `),
      );
    }
    // Escape closed only the menus.
    await page.getByRole('heading', { name: 'PAY-137' }).waitFor();
    await back();
  });

  test('A rejected change is reverted with the reason', async () => {
    const id = await open(page, /Rotate the webhook/);
    service.served.intercept = (request) => {
      if (request.method !== 'PUT') return undefined;
      service.served.intercept = undefined;
      return Response.json({ message: 'Not today.', code: 'CONFLICT' }, { status: 409 });
    };
    await choose(page, 'Status', 'Done');
    await page
      .locator('.status-line__line')
      .getByText('PAY-137 stays in To do: Not today.', { exact: true })
      .first()
      .waitFor();
    await property(page, 'Status').getByText('To do').waitFor();
    expect((await taskAtService(service, id)).status).toBe('to-do');
    await back();
  });

  test('A change is undone by button and by Ctrl+Z', async () => {
    const id = await open(page, /Rotate the webhook/);
    await choose(page, 'Priority', 'Low');
    await until(
      () => taskAtService(service, id),
      ({ priority }) => priority === 'low',
    );
    await page.keyboard.press('Control+z');
    await until(
      () => taskAtService(service, id),
      ({ priority }) => priority === 'high',
    );
    await property(page, 'Priority').getByText('High').waitFor();
    await back();
  });

  test('A change made elsewhere appears', async () => {
    const id = await open(page, /Rotate the webhook/);
    await service.call('PUT', `/task/title/${id}`, { title: 'Rotate it' });
    await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
    await page.getByRole('heading', { name: 'Rotate it' }).waitFor();
    await back();
  });

  test('A rejected comment and an unsaved edit are kept, also after the comment is deleted', async () => {
    const name = /Write down how we answer a chargeback/;
    const id = await open(page, name);
    service.served.intercept = ({ method, url }) =>
      method === 'POST' && url.includes('/comment/')
        ? Response.json({ message: 'Not today.', code: 'CONFLICT' }, { status: 409 })
        : undefined;
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('A long *thought*');
    await field.press('Control+Enter');
    await page.getByRole('heading', { name: 'Your comment was not saved' }).waitFor();
    await page.getByText('Not today.', { exact: true }).waitFor();

    await back();
    // Wait for the toast to disappear.
    await page.getByRole('button', { name: /needs attention/ }).click({ timeout: 25_000 });
    await page.getByRole('button', { name: /^Copy text: Comment on / }).click();
    await until(
      () => at.app.electron.evaluate(({ clipboard }) => clipboard.readText()),
      (copied) => copied === 'A long *thought*',
    );
    await toList(page);

    await open(page, name);
    await page
      .getByRole('button', { name: /^Your comment/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edited = page.getByRole('textbox', { name: 'Edit your comment' });
    await edited.press('Control+End');
    await edited.pressSequentially(', kept');
    await edited.press('Escape');
    expect(await edited.inputValue()).toBe('A long *thought*, kept');
    await back();
    await open(page, name);
    expect(await edited.inputValue()).toBe('A long *thought*, kept');

    service.served.intercept = undefined;
    await service.call('DELETE', `/task/${id}`);
    await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
    await page.getByRole('heading', { name: 'This task was deleted' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Your unsaved text' }).inputValue()).toBe('A long *thought*, kept');
    await back();
  });
});

describe('description', () => {
  let at: Setup;
  let page: Page;
  let service: Service;
  beforeAll(async () => {
    at = await setUp();
    ({ page, service } = at);
  });
  afterAll(async () => {
    await at?.app.quit();
    await at?.service.stop();
  });

  async function describeTask(description: string): Promise<string> {
    const { tasks } = await readState(page);
    const id = tasks.tasks.find(({ title }) => title.startsWith('Rotate'))?.id ?? '';
    await service.call('PUT', `/task/description/${id}`, { description });
    await open(page, /Rotate the webhook/);
    return id;
  }
  const back = () => page.getByRole('button', { name: 'Back', exact: true }).click();
  beforeEach(() => toList(page));

  test('Markdown is rendered without active content', async () => {
    const requests: string[] = [];
    await at.app.electron.evaluate(({ session }) => {
      const seen: string[] = [];
      Reflect.set(globalThis, 'seenRequests', seen);
      session.defaultSession.webRequest.onBeforeRequest((details, done) => {
        seen.push(details.url);
        done({});
      });
    });
    const id = await describeTask(
      [
        '# Heading',
        '<script>window.hacked = 1</script>',
        '<img src="https://evil.example/p.png" onerror="window.hacked = 1">',
        '![a picture](https://pictures.example/p.png)',
        '[run](javascript:window.hacked=1) and [data](data:text/html,<script>1</script>)',
        '[plain](http://plain.example/) and [page](https://page.example/a_b?x=1&y=2)',
        'first line\nsecond line',
        '- [x] done\n- [ ] not done',
      ].join('\n\n'),
    );
    const text = page.locator('.markdown__markdown');
    await text.waitFor();
    await text.getByText('window.hacked = 1', { exact: false }).first().waitFor();
    const seen = await text.evaluate((element) => ({
      active: element.querySelectorAll('script, img, iframe, a, [href], [src], [onerror]').length,
      hacked: Reflect.get(window, 'hacked'),
      breaks: element.querySelectorAll('br').length > 0,
      heading: element.querySelector('h4')?.textContent,
      links: [...element.querySelectorAll('[role=link]')].map((link) => link.textContent),
    }));
    expect(seen).toEqual({
      active: 0,
      hacked: undefined,
      breaks: true,
      heading: 'Heading',
      links: ['Image', 'a picture', 'page'],
    });
    await page.getByRole('link', { name: 'page' }).click();
    await until(at.browser.opened, (pages) => pages.includes('https://page.example/a_b?x=1&y=2'));
    await page.getByRole('link', { name: 'a picture' }).press('Enter');
    await until(at.browser.opened, (pages) => pages.includes('https://pictures.example/p.png'));

    // Main opens only https links of the description.
    const ask = (url: string) =>
      page.evaluate(([taskId, at]) => window.punchcard.send('tasks.open-url', { taskId, url: at }), [id, url] as const);
    expect(await ask('https://elsewhere.example/')).toMatchObject({ ok: false });
    expect(await ask('http://plain.example/')).toMatchObject({ ok: false });
    expect(await ask('javascript:window.hacked=1')).toMatchObject({ ok: false });
    await page.getByRole('button', { name: 'Copy the address http://plain.example/' }).click();
    await until(
      () => at.app.electron.evaluate(({ clipboard }) => clipboard.readText()),
      (copied) => copied === 'http://plain.example/',
    );
    requests.push(...(await at.app.electron.evaluate(() => Reflect.get(globalThis, 'seenRequests') as string[])));
    expect(requests.filter((url) => /evil|pictures|plain|page\.example/.test(url))).toEqual([]);
    await back();
  });

  test('Elements of the web editor are rendered', async () => {
    await describeTask(
      [
        '<p>Ask <kaneo-mention id="u" label="Mira"></kaneo-mention> about <b>it</b></p>',
        'See <kaneo-issue-link url="https://pm.example/task/7" issue-key="PAY-7" task-id="7" /> first',
        '<kaneo-attachment url="https://files.example/plan.pdf" filename="plan.pdf" mime-type="application/pdf" size="9" />',
        '- bullet\n- [ ] task',
      ].join('\n\n'),
    );
    const text = page.locator('.markdown__markdown');
    await text.getByText('@Mira', { exact: true }).waitFor();
    await text.locator('strong', { hasText: 'it' }).waitFor();
    expect(
      await text.locator('li').evaluateAll((all) => all.map((item) => getComputedStyle(item).listStyleType)),
    ).toEqual(['disc', 'none']);
    await page.getByRole('link', { name: 'Attachment: plan.pdf' }).click();
    await until(at.browser.opened, (pages) => pages.includes('https://files.example/plan.pdf'));
    await page.getByRole('link', { name: 'Task: PAY-7' }).click();
    await until(at.browser.opened, (pages) => pages.includes('https://pm.example/task/7'));
    await back();
    // A readable one opens in the app.
    const other = (await readState(page)).tasks.tasks.find(({ title }) => title.startsWith('Say why'));
    const url = `${service.address}/task/${other?.id}`;
    await describeTask(`See <kaneo-issue-link url="${url}" issue-key="PAY-9" task-id="${other?.id}" /> first`);
    await page.getByRole('link', { name: 'Task: PAY-9' }).click();
    await page.getByRole('heading', { name: /^Say why a card/ }).waitFor();
    expect(await at.browser.opened()).not.toContain(url);
    await toList(page);
  });

  test('An edited description is previewed and saved; unchanged parts stay byte for byte', async () => {
    const id = await describeTask('');
    await page.getByRole('button', { name: 'Add a description' }).click();
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.fill('**Plan**');
    await page.getByText('Preview', { exact: true }).click();
    await page.locator('.markdown__markdown strong', { hasText: 'Plan' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await until(
      () => taskAtService(service, id),
      ({ description }) => description === '**Plan**',
    );
    await back();

    const before = 'One\r\n\r\n<kaneo-poll id="7" />\r\n';
    await describeTask(before);
    const edit = page.getByRole('button', { name: 'Edit the description' });
    await edit.click();
    await field.press('Control+End');
    await field.pressSequentially('Two');
    // The draft is there again after leaving the page.
    await back();
    await open(page, /Rotate the webhook/);
    await field.press('Control+Enter');
    await until(
      () => taskAtService(service, id),
      ({ description }) => description === `${before}Two`,
    );
    await back();
  });

  test('A description changed elsewhere meanwhile asks which one to keep', async () => {
    const id = await describeTask('Old');
    await page.getByRole('button', { name: 'Edit the description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
    await service.call('PUT', `/task/description/${id}`, { description: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Your description was not saved' }).waitFor();
    await page.locator('.markdown__text', { hasText: 'Theirs' }).waitFor();
    expect((await taskAtService(service, id)).description).toBe('Theirs');
    await page.getByRole('button', { name: 'Use mine' }).click();
    await until(
      () => taskAtService(service, id),
      ({ description }) => description === 'Mine',
    );
    await back();
  });

  test('A description that cannot be rendered is shown as plain text', async () => {
    await describeTask(`${'> '.repeat(20_000)}deep **down**`);
    await page.locator('.markdown__text').first().waitFor();
    await page.getByText('Too complex to be formatted; shown as plain text.').waitFor();
    await page.getByRole('button', { name: /^Status: / }).waitFor();
    await back();
  });

  test('A long description shows its beginning and expands', async () => {
    await describeTask(`${'word '.repeat(30_000)}the very end`);
    expect(await page.locator('.markdown__text').textContent()).not.toContain('the very end');
    const more = page.getByRole('button', { name: 'Show more' });
    for (let parts = 1; (await more.count()) > 0; parts += 1) {
      expect(parts).toBeLessThan(10);
      await more.click();
      await page.locator('.markdown__text').nth(parts).waitFor();
    }
    await page.locator('.markdown__text').getByText('the very end', { exact: false }).waitFor();
    await back();
  });
});

describe('missing permissions', () => {
  test('Controls name the missing permission and do nothing', async () => {
    const service = await startService();
    const app = await launchApp({ env: { LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB' } });
    const key = service.apiKey(['task:read', 'task:update', 'project:read', 'workspace:read', 'label:read']);
    const page = await app.page();
    await page.getByRole('button', { name: /Use an API key/ }).click();
    await page.getByLabel('Server address').fill(service.address);
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    const id = await open(page, /Rotate the webhook/);
    const assignee = page.getByRole('button', { name: /^Assignee: / });
    await until(
      () => assignee.getAttribute('title'),
      (title) => title === 'You may not assign tasks here (task:assign)',
    );
    expect(await assignee.getAttribute('aria-disabled')).toBe('true');
    await assignee.click({ force: true });
    expect(await page.getByRole('menuitemradio').count()).toBe(0);
    const addLabel = page.getByRole('button', { name: 'Add label' });
    expect(await addLabel.getAttribute('title')).toBe('You may not label tasks here (label:update)');
    const remove = page.getByRole('button', { name: /^Remove label/ }).first();
    expect(await remove.getAttribute('title')).toBe('You may not remove labels here (label:delete)');
    await remove.click({ force: true });
    await choose(page, 'Priority', 'Low');
    await until(
      () => taskAtService(service, id),
      ({ priority }) => priority === 'low',
    );
    expect(await namesOf(service, `/label/task/${id}`)).toEqual(['ops']);
    await app.quit();
    await service.stop();
  });
});

describe('a new task', () => {
  test('A new task opens from the toast', async () => {
    const { app, service, page } = await setUp();
    const { tasks, account } = await readState(page);
    const [first] = tasks.tasks;
    const created = await page.evaluate(
      ([projectId, title]) => {
        const task = {
          projectId,
          projectSlug: 'PAY',
          title,
          description: '',
          priority: 'low',
          status: 'to-do',
          labels: [],
        };
        return window.punchcard.send('quick-add.create', { tasks: [task as never], startTimer: false });
      },
      [first?.projectId ?? '', 'Made just now'] as const,
    );
    expect([account?.status, created.ok]).toEqual(['signed-in', true]);
    await page.locator('.status-line__line').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Made just now' }).waitFor();
    await app.quit();
    await service.stop();
  });
});

describe('deletion', () => {
  test('A task is deleted after a question that names its time, and returns with Undo', async () => {
    const { app, service, page } = await setUp();
    const id = await open(page, /Refund fails/);
    await page.getByRole('button', { name: 'Start timer' }).click();
    const row = page.locator(`[data-task-id="${id}"]`);
    for (const undoes of [true, false]) {
      await page.getByRole('button', { name: 'Delete task…' }).click();
      const question = page.getByRole('alertdialog');
      expect(await question.innerText()).toMatch(/for everyone\? Your timer is running on it\./);
      await question.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      if (!undoes) break;
      await page.locator('.status-line__line').getByRole('button', { name: 'Undo' }).click();
      await row.click();
      await read(page);
    }
    expect((await service.call('GET', `/task/${id}`)).status).toBe(200);
    await until(
      async () => (await service.call('GET', `/task/${id}`)).status,
      (status) => status !== 200,
      20_000,
    );
    await app.quit();
    await service.stop();
  });
});

describe('pictures', () => {
  let at: Setup;
  let page: Page;
  let service: Service;
  /** Paths of the requests for avatars. */
  const asked: string[] = [];
  beforeAll(async () => {
    at = await setUp(answerPictures);
    ({ page, service } = at);
  });
  afterAll(async () => {
    await at?.app.quit();
    await at?.service.stop();
  });

  /** Jonas has a picture on this server, others a broken one or one on another server; uploads are enabled. */
  function answerPictures(of: Service): void {
    of.served.intercept = async (request) => {
      const { pathname } = new URL(request.url);
      const png = new Response(PICTURE, { headers: { 'Content-Type': 'image/png' } });
      if (pathname === '/api/config') return Response.json({ ...Config.parse({}), hasImageUploads: true });
      if (pathname.startsWith('/api/task/image-upload/'))
        return pathname.endsWith('/finalize')
          ? Response.json({ id: 'a', url: `${of.address}/api/asset/a` })
          : Response.json({ key: 'k', uploadUrl: `${of.address}/bucket/k`, headers: {} });
      if (pathname === '/bucket/k') return new Response(null, { status: 200 });
      if (pathname.startsWith('/api/asset/')) {
        asked.push(pathname);
        return pathname === '/api/asset/jonas' ? png : new Response('<html>', { status: 200 });
      }
      if (!/^\/api\/workspace\/[^/]+\/members$/.test(pathname)) return undefined;
      const answer = await of.call('GET', pathname.replace('/api', ''));
      const members = z.array(z.looseObject({ id: z.string(), name: z.string() })).parse(await answer.json());
      const images: Record<string, string> = {
        'Jonas Weber': '/api/asset/jonas',
        'Mira Lindqvist': 'https://pictures.example/mira.png',
      };
      return Response.json(members.map((member) => ({ ...member, image: images[member.name] ?? '/api/asset/broken' })));
    };
  }

  test('Avatars are shown on cards and on the task’s page, initials without one', async () => {
    await page.getByRole('tab', { name: 'Board' }).click();
    await page.getByRole('button', { name: /Choose another/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /Payments/ }).click();
    const ofJonas = page.locator('.card__card .avatar__avatar[title="Jonas Weber"]').first();
    await ofJonas.locator('img[data-shown=true]').waitFor();
    const others = page.locator('.card__card .avatar__avatar:not([title="Jonas Weber"])');
    await until(
      () => others.locator('img').count(),
      (count) => count === 0,
    );
    expect(await others.first().textContent()).toMatch(/^\p{L}{1,2}$/u);
    await page
      .locator('[data-card-id]', { has: page.locator('.avatar__avatar[title="Jonas Weber"]') })
      .first()
      .click();
    await page.locator('[data-property] .avatar__avatar img[data-shown=true]').waitFor();
    expect([...new Set(asked)].sort()).toEqual(['/api/asset/broken', '/api/asset/jonas']);
    expect(asked.filter((path) => path.endsWith('jonas'))).toHaveLength(1);
  });

  test('A picture is inserted at the cursor of the description', async () => {
    await toList(page);
    await open(page, /Rotate the webhook/);
    const path = join(at.app.dataFolder, 'garden.png');
    writeFileSync(path, PICTURE);
    await at.app.electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, path);
    await page.getByRole('button', { name: /^(Edit the|Add a) description$/ }).click();
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.fill('Before after');
    await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(7, 7));
    await page.getByRole('button', { name: 'Attach a picture…' }).click();
    await page.getByText('Uploaded and inserted into the description').first().waitFor();
    expect(await field.inputValue()).toBe(`Before ![garden.png](${service.address}/api/asset/a)after`);
    rmSync(path);
  });
});

describe('menu of a task', () => {
  test('Delete in the menus of a card and of a row asks first; the task disappears at once and returns with Undo', async () => {
    const { app, service, page } = await setUp();
    await page.locator('[data-task-id]', { hasText: 'Rotate the webhook' }).waitFor();
    await page.getByRole('tab', { name: 'Board' }).click();
    await page.getByRole('button', { name: /Choose another/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /Payments/ }).click();
    for (const [tab, row] of [
      ['Board', '[data-card-id]'],
      ['My tasks', '[data-task-id]'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const task = page.locator(row, { hasText: 'Rotate the webhook' });
      await task.focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Delete task…' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText(/^Delete [A-Z]+-\d+ with its comments and time entries, for everyone\?$/).waitFor();
      expect(await focused(page)).toBe('Cancel');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await task.waitFor({ state: 'detached' });
      await page.locator('.status-line__line').getByRole('button', { name: 'Undo' }).click();
      await task.waitFor();
    }
    expect(service.served.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    await app.quit();
    await service.stop();
  });
});

describe('offline', () => {
  test('A task’s page shows the data of its row with the reason; an open page stays', async () => {
    const { app, service, page } = await setUp();
    await open(page, /Refund fails/);
    const port = Number(new URL(service.served.url).port);
    await service.served.close();
    await choose(page, 'Priority', 'Low');
    await page.getByRole('button', { name: /^Priority: Low/ }).waitFor();
    await page.locator('.task-page__unsentMark').first().waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page
      .getByRole('button', { name: /Rotate the webhook/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Rotate the webhook signing secret' }).waitFor();
    await page.getByText(/Can’t reach/).waitFor();
    expect(await page.getByRole('button', { name: /^Status: / }).count()).toBe(0);
    await service.reopen(port);
    await page.locator('[data-error-box]').getByRole('button', { name: 'Try again' }).click();
    await read(page);
    expect(await page.locator('[data-error-box]').count()).toBe(0);
    await app.quit();
    await service.stop();
  });
});
