/** The board in a real window: a public board before the sign-in, then live updates, colours and dragging with the mouse. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { errorTitleOf, expectState, send, signIn, untilState } from './steps.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Found = z.object({ violations: z.array(z.object({ id: z.string(), impact: z.string(), nodes: z.unknown() })) });
const Projects = z.array(
  z.looseObject({ id: z.string(), name: z.string(), slug: z.string(), icon: z.string().nullish() }),
);
const TaskAnswer = z.object({ status: z.string() });

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
const card = (page: Page, text: string | RegExp) => page.locator('[data-card-id]').filter({ hasText: text });

async function statusAt(service: Service, taskId: string): Promise<string> {
  return TaskAnswer.parse(await (await service.call('GET', `/task/${taskId}`)).json()).status;
}

const idOf = (page: Page, text: string): Promise<string> =>
  card(page, text)
    .first()
    .evaluate((element) => (element as HTMLElement).dataset.cardId ?? '');

/** The column that contains a card on screen. */
const columnOf = (page: Page, text: string): Promise<string | undefined> =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('[data-card-id]')]
        .find((element) => element.innerText.includes(wanted))
        ?.closest<HTMLElement>('[data-slug]')?.dataset.slug,
    text,
  );

/** Presses the mouse on a card once it is visible and at rest; returns its position. */
async function pickUp(page: Page, text: string): Promise<{ x: number; y: number }> {
  await card(page, text).hover();
  const box = await card(page, text).boundingBox();
  if (!box) throw new Error('Not on screen');
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  return box;
}

/** The columns of the card in the 30 frames after the next mouseup. */
const columnsAfterDrop = (page: Page, taskId: string) =>
  page.evaluateHandle((id) => {
    const slugs: (string | undefined)[] = [];
    const record = () => {
      const element = document.querySelector<HTMLElement>(`[data-card-id="${id}"]`);
      if (element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        slugs.push(element.closest<HTMLElement>('[data-slug]')?.dataset.slug);
      if (slugs.length < 30) requestAnimationFrame(record);
    };
    addEventListener('mouseup', () => requestAnimationFrame(record), { once: true });
    return slugs;
  }, taskId);

/** Serious axe violations. */
async function seriousIn(page: Page): Promise<unknown[]> {
  await page.evaluate(AXE);
  const { violations } = Found.parse(await page.evaluate('axe.run(document, { resultTypes: ["violations"] })'));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}

let service: Service;
let app: RunningApp;
let page: Page;
let projectId = '';
let draggedId = '';

beforeAll(async () => {
  service = await startService();
  app = await launchApp();
  page = await app.page();
});
afterAll(async () => {
  await app?.quit();
  await service?.stop();
});

test('A public board is watched by its link without signing in, and without a credential', async () => {
  const workspaces = await (await service.call('GET', '/auth/organization/list')).json();
  const [workspace] = z.array(z.object({ id: z.string() })).parse(workspaces);
  const projects = await (await service.call('GET', `/project?workspaceId=${workspace?.id}`)).json();
  const project = Projects.parse(projects).find(({ name }) => name === 'Website');
  await page.getByRole('button', { name: /^Watch a public board/ }).click();
  await page.getByLabel('Link or ID').fill(`${service.address}/public-project/${project?.id}`);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page
    .getByText(/not public/)
    .first()
    .waitFor();

  const { name, slug } = project ?? {};
  const shared = { name, slug, icon: project?.icon ?? 'Layout', description: 'What it is for.', isPublic: true };
  expect((await service.call('PUT', `/project/${project?.id}`, shared)).status).toBe(200);
  service.served.requests.length = 0;
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  const first = page.locator('[data-card-id]').first();
  const taskId = (await first.getAttribute('data-card-id')) ?? '';
  await first.click();
  const read = await (await service.call('GET', `/task/${taskId}`)).json();
  const { title, description } = z.object({ title: z.string(), description: z.string() }).parse(read);
  await page.getByRole('heading', { name: title }).waitFor();
  await page.getByText(description === '' ? 'No description.' : description).waitFor();
  expect(service.served.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(service.served.requests.some(({ headers }) => 'authorization' in headers)).toBe(false);

  expect(await errorTitleOf(page, 'board.move', { taskId, to: 'planned' })).toMatch(/can only be viewed/);
  expect(await errorTitleOf(page, 'board.open-public', { link: 'https://example.org' })).toMatch(/not a link/);
  expect(await errorTitleOf(page, 'board.open-public', { link: project?.id ?? '' })).toMatch(/On which server/);
  for (let back = 0; back < 3; back += 1) await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('textbox', { name: 'Server address' }).waitFor();
});

test('Columns contain their cards and show the counts of the service', async () => {
  page = await signIn(app, service);
  await page.getByRole('tab', { name: 'Board' }).click();
  await page.getByRole('button', { name: /Choose another/ }).click();
  await page.getByRole('menuitemradio', { name: /Payments/ }).click();
  const { board } = await untilState(
    page,
    (state) => state.board?.project.name === 'Payments' && state.board.progress === null,
  );
  projectId = board?.project.id ?? '';
  for (const { name, slug } of board?.columns ?? []) {
    const answer = await service.call('GET', `/task/tasks/${projectId}?status=${slug}&limit=1`);
    const { total } = z.object({ pagination: z.object({ total: z.number() }) }).parse(await answer.json()).pagination;
    await page.getByRole('heading', { name: new RegExp(`^${name}, ${total} tasks?(, closes tasks)?$`) }).waitFor();
  }
  await expect.poll(() => column(page, 'To do').getByRole('listitem').count()).toBeGreaterThan(3);
});

test('A change at the service appears on the board at once', async () => {
  await until(
    () => service.served.openSockets(),
    (paths) => paths.includes(`/api/ws/${projectId}`),
  );
  await service.call('PUT', `/task/title/${await idOf(page, 'Export the payouts')}`, { title: 'Changed elsewhere' });
  await card(page, 'Changed elsewhere').waitFor();
});

test('Starting a timer moves the task to the chosen column', async () => {
  expect(await errorTitleOf(page, 'board.move-on-start', { to: 'in-review' })).toBeNull();
  await card(page, 'Say why a card was declined').focus();
  await page.keyboard.press('s');
  await column(page, 'In review').locator('[data-card-id]', { hasText: 'Say why a card was declined' }).waitFor();
  await expectState(page, ({ time }) => time.running?.task.title).toContain('Say why a card was declined');
  await send(page, 'timer.discard', {});
  await send(page, 'board.move-on-start', { to: null });
});

test('A renamed column changes at once, then at the service', async () => {
  await page.getByRole('button', { name: 'Column In review' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('New name of In review').fill('Looking at it');
  await page.keyboard.press('Enter');
  await column(page, 'Looking at it').waitFor();
  await until(
    async () => JSON.stringify(await (await service.call('GET', `/column/${projectId}`)).json()),
    (columns) => columns.includes('Looking at it'),
  );
});

test('axe finds no serious violation in the menu of labels, in light and dark', async () => {
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menuitem', { name: 'Label' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => seriousIn(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
});

test('A card dragged to another column is there at once, without a frame in its old place', async () => {
  const title = 'Rotate the webhook signing secret';
  draggedId = await idOf(page, title);
  const from = await pickUp(page, title);
  const to = await column(page, 'In progress').boundingBox();
  if (!to) throw new Error('Not on screen');
  await page.mouse.move(from.x + 80, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + 200, { steps: 8 });
  await page.getByText('Release to move to In progress').waitFor();
  await expect.poll(() => page.locator('.card__slot').count()).toBe(1);
  const drawn = await columnsAfterDrop(page, draggedId);
  await page.mouse.up();
  await until(
    () => columnOf(page, title),
    (slug) => slug === 'in-progress',
  );
  const slugs = await until(
    () => drawn.jsonValue(),
    ({ length }) => length === 30,
  );
  expect(new Set(slugs)).toEqual(new Set(['in-progress']));
});

test('A card dragged within its column stays where the slot was, and both moves arrive at the service', async () => {
  const order = () =>
    column(page, 'To do')
      .locator('[data-card-id]')
      .evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset.cardId));
  const title = 'Round VAT line by line';
  const taskId = await idOf(page, title);
  const others = (await order()).filter((id) => id !== taskId);
  // Visible, and away from the edge, where a drag scrolls the list.
  const lastCard = page.locator(`[data-card-id="${others.at(-1)}"]`);
  await lastCard.scrollIntoViewIfNeeded();
  const from = await pickUp(page, title);
  const last = await lastCard.boundingBox();
  if (!last) throw new Error('Not on screen');
  await page.mouse.move(from.x + 10, from.y + 30, { steps: 4 });
  await page.mouse.move(last.x + 40, last.y + last.height / 2 - 6, { steps: 8 });
  await page.getByText('Release to put it here').waitFor();
  await expect.poll(() => page.locator('.card__slot').count()).toBe(1);
  await page.mouse.up();
  const wanted = [...others.slice(0, -1), taskId, others.at(-1)];
  await expect.poll(order).toEqual(wanted);
  await untilState(page, ({ outbox }) => outbox.total === 0);
  await expect.poll(order).toEqual(wanted);
  await expect.poll(() => statusAt(service, draggedId)).toBe('in-progress');
  await expect.poll(() => columnOf(page, 'Rotate the webhook signing secret')).toBe('in-progress');
});

test('Escape during a drag cancels it and keeps the window open', async () => {
  const title = 'Round VAT line by line';
  const from = await pickUp(page, title);
  await page.mouse.move(from.x + 260, from.y + 40, { steps: 8 });
  await page.locator('.card__card.card__lifted').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.card__card.card__lifted').waitFor({ state: 'detached' });
  await page.mouse.up();
  await expect.poll(() => columnOf(page, title)).toBe('to-do');
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible');
});
