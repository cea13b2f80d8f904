/** The board in the window: filters, drag and drop with mouse and keyboard, rejected moves, public boards, offline. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Found = z.object({ violations: z.array(z.object({ id: z.string(), impact: z.string(), nodes: z.unknown() })) });
const TaskAnswer = z.object({ status: z.string() });
/** A change is sent after its undo has expired. */
const SENT_WITHIN_MS = 30_000;

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
const card = (page: Page, text: string | RegExp) => page.locator('[data-card-id]').filter({ hasText: text });

async function openBoard(page: Page, project: string): Promise<string> {
  await page.getByRole('tab', { name: 'Board' }).click();
  await page.getByRole('button', { name: /Choose another/ }).click();
  await page.getByRole('menuitemcheckbox', { name: new RegExp(project) }).click();
  const { board } = await until(
    () => readState(page),
    (state) => state.board?.project.name === project && state.board.progress === null,
  );
  await column(page, 'To do').waitFor();
  return board?.project.id ?? '';
}

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

describe('the board', () => {
  let service: Service;
  let app: RunningApp;
  let page: Page;
  let projectId = '';

  beforeAll(async () => {
    service = await startService();
    app = await launchApp();
    page = await signIn(app, service);
    projectId = await openBoard(page, 'Payments');
  });
  afterAll(async () => {
    await app?.quit();
    await service?.stop();
  });

  test('Columns contain their cards and show the counts of the service', async () => {
    const { board } = await readState(page);
    for (const { name, slug } of board?.columns ?? []) {
      const answer = await service.call('GET', `/task/tasks/${projectId}?status=${slug}&limit=1`);
      const { total } = z.object({ pagination: z.object({ total: z.number() }) }).parse(await answer.json()).pagination;
      await page.getByRole('heading', { name: new RegExp(`^${name}, ${total} tasks?(, final)?$`) }).waitFor();
    }
    expect(await column(page, 'To do').getByRole('listitem').count()).toBeGreaterThan(3);
  });

  test('axe finds no serious violation in light and dark, with and without an open menu', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousIn(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'Label' }).click();
    expect(await seriousIn(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('A card dragged to another column moves at once, then at the service', async () => {
    const title = 'Rotate the webhook signing secret';
    const taskId = await idOf(page, title);
    const from = await pickUp(page, title);
    const to = await column(page, 'In progress').boundingBox();
    if (!to) throw new Error('Not on screen');
    await page.mouse.move(from.x + 80, from.y + 30, { steps: 4 });
    await page.mouse.move(to.x + 60, to.y + 200, { steps: 8 });
    await page.getByText('Release to move to In progress').waitFor();
    expect(await page.locator('.card__slot').count()).toBe(1);
    const drawn = await columnsAfterDrop(page, taskId);
    await page.mouse.up();
    await until(
      () => columnOf(page, title),
      (slug) => slug === 'in-progress',
      2_000,
    );
    await until(
      () => statusAt(service, taskId),
      (status) => status === 'in-progress',
      SENT_WITHIN_MS,
    );
    expect(await columnOf(page, title)).toBe('in-progress');
    expect(new Set(await drawn.jsonValue())).toEqual(new Set(['in-progress']));
  });

  test('A card dragged within its column stays where the slot was', async () => {
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
    expect(await page.locator('.card__slot').count()).toBe(1);
    await page.mouse.up();
    const wanted = [...others.slice(0, -1), taskId, others.at(-1)];
    await until(order, (now) => now.join() === wanted.join(), 2_000);
    await until(
      async () => (await readState(page)).unsent.total,
      (open) => open === 0,
      SENT_WITHIN_MS,
    );
    expect(await order()).toEqual(wanted);
  });

  test('Escape during a drag cancels it and keeps the window open', async () => {
    const title = 'Round VAT line by line';
    const from = await pickUp(page, title);
    await page.mouse.move(from.x + 260, from.y + 40, { steps: 8 });
    await page.locator('.card__card.card__lifted').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.card__card.card__lifted').waitFor({ state: 'detached' });
    await page.mouse.up();
    expect(await columnOf(page, title)).toBe('to-do');
    expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
  });

  test('A card moved to another column by keyboard is announced, keeps the focus, and moves at the service', async () => {
    const title = 'Export the payouts';
    const taskId = await idOf(page, title);
    await card(page, title).focus();
    await page.keyboard.press('Space');
    await page.getByText(/Picked up PAY-\d+ in To do/).waitFor({ state: 'attached' });
    // dnd-kit adds its listener in the next turn.
    await page.waitForTimeout(100);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Space to move to In review').waitFor();
    await page.keyboard.press('Space');
    await page.getByText(/Moved PAY-\d+ to In review/).waitFor({ state: 'attached' });
    await until(
      () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.cardId),
      (focused) => focused === taskId,
    );
    expect(await columnOf(page, title)).toBe('in-review');
    await until(
      () => statusAt(service, taskId),
      (status) => status === 'in-review',
      SENT_WITHIN_MS,
    );
  });

  test('A card moved within its column by keyboard keeps the focus and moves at the service', async () => {
    const title = 'Rotate the webhook signing secret';
    const taskId = await idOf(page, title);
    const order = () =>
      column(page, 'In progress')
        .locator('[data-card-id]')
        .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.cardId));
    const before = await order();
    const to = before.indexOf(taskId) === 0 ? 1 : 0;
    await card(page, title).focus();
    for (let at = before.indexOf(taskId); at !== to; at += Math.sign(to - at)) {
      await page.keyboard.press(at < to ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
      await until(order, (now) => now.indexOf(taskId) === at + Math.sign(to - at));
    }
    await until(
      () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.cardId),
      (focused) => focused === taskId,
    );
    await until(
      async () => (await readState(page)).unsent.total,
      (open) => open === 0,
      SENT_WITHIN_MS,
    );
    expect((await order()).indexOf(taskId)).toBe(to);
  });

  test.each([403, 409, 400])(
    'A move rejected with %i is reverted with the reason',
    async (status) => {
      const title = 'Round VAT line by line';
      service.served.intercept = async (request) => {
        if (request.method !== 'PUT' || !request.url.includes('/task/status/')) return undefined;
        // Long enough to check the screen before the answer.
        await new Promise((resolve) => setTimeout(resolve, 700));
        return Response.json({ message: `No moving today (${status})`, code: `HTTP_${status}` }, { status });
      };
      await card(page, title).focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'In progress' }).click();
      await until(
        () => columnOf(page, title),
        (slug) => slug === 'in-progress',
        2_000,
      );
      await until(
        () => columnOf(page, title),
        (slug) => slug === 'to-do',
        SENT_WITHIN_MS,
      );
      await until(
        () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? ''),
        (text) => text.includes(title),
      );
      await page
        .getByText(new RegExp(`No moving today \\(${status}\\)`))
        .first()
        .waitFor();
      service.served.intercept = undefined;
    },
    60_000,
  );

  test('Arrow keys move between cards; S starts the timer of a card, which shows it', async () => {
    const title = 'Say why a card was declined';
    await card(page, title).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-slug]')?.dataset.slug)).toBe(
      'in-progress',
    );
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('s');
    const { time } = await until(
      () => readState(page),
      (state) => state.time.running !== null,
    );
    expect(time.running?.task.title).toContain(title);
    expect(await page.locator('.card__card.card__running').innerText()).toContain(title);
    await page.evaluate(() => window.punchcard.send('timer.discard', {}));
  });

  test('Closing a task’s page restores the board’s focus and scroll position', async () => {
    const title = 'Rotate the webhook signing secret';
    await card(page, title).focus();
    const before = await page.locator('.board-view__board').evaluate((element) => element.scrollLeft);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Back', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await until(
      () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? ''),
      (text) => text.includes(title),
    );
    expect(await page.locator('.board-view__board').evaluate((element) => element.scrollLeft)).toBe(before);
  });

  test('Text and priority filters apply, the count is shown, and clearing them shows all cards', async () => {
    const all = await page.locator('[data-card-id]').count();
    await page.keyboard.press('/');
    await page.getByLabel('Search this board').fill('REFUND');
    await page
      .getByRole('search')
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await until(
      () => page.locator('[data-card-id]').allInnerTexts(),
      (texts) => texts.length > 0 && texts.every((text) => /refund/i.test(text)),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'Priority' }).click();
    await page.getByRole('menuitemcheckbox', { name: /Urgent/ }).click();
    await page.keyboard.press('Escape');
    await until(
      () => page.locator('[data-card-id]').allInnerTexts(),
      (texts) => texts.length > 0 && texts.every((text) => text.includes('Priority urgent')),
    );
    await page.getByRole('button', { name: 'Remove the filter Urgent' }).click();
    await until(
      () => page.locator('[data-card-id]').count(),
      (count) => count === all,
    );
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
      SENT_WITHIN_MS,
    );
  });

  test('Offline the last cards stay, with a message', async () => {
    const all = await page.locator('[data-card-id]').count();
    service.served.intercept = () => 'drop';
    await page.evaluate(() => window.punchcard.send('board.refresh', {}));
    await page
      .getByText(/Can’t reach|does not answer/)
      .first()
      .waitFor();
    expect(await page.locator('[data-card-id]').count()).toBeGreaterThan(Math.min(all, 4) - 1);
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await tryAgain.waitFor();
    service.served.intercept = undefined;
    // The window may reach the server by itself before the click.
    await tryAgain.click({ timeout: 2_000 }).catch(() => undefined);
    await page
      .getByText(/Can’t reach|does not answer/)
      .first()
      .waitFor({ state: 'detached' });
  });

  test('Leaving the tab while the board loads cancels its requests', async () => {
    const otherId = await openBoard(page, 'Personal');
    await openBoard(page, 'Payments');
    for (let at = 0; at < 450; at += 1) {
      await service.call('POST', `/task/${otherId}`, {
        title: `Bulk ${at}`,
        description: '',
        priority: 'low',
        status: 'to-do',
      });
    }
    // An earlier toast hides the progress in the status line.
    await until(
      () => readState(page),
      ({ toast }) => toast === null || Date.parse(toast.until) < Date.now(),
    );
    const isPage = ({ path }: { path: string }) => path.includes(`/task/tasks/${otherId}`);
    const before = service.served.requests.filter(isPage).length;
    service.served.intercept = async (request) => {
      if (isPage({ path: request.url })) await new Promise((resolve) => setTimeout(resolve, 400));
      return undefined;
    };
    await page.getByRole('button', { name: /Choose another/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /Personal/ }).click();
    await page.getByText(/^Loading \d+ of 4\d\d$/).waitFor();
    await page.getByRole('tab', { name: 'Time' }).click();
    const requested = service.served.requests.filter(isPage).length;
    await page.waitForTimeout(1_500);
    const after = service.served.requests.filter(isPage).length;
    service.served.intercept = undefined;
    expect(requested).toBeGreaterThan(before);
    // At most the pending request.
    expect(after - requested).toBeLessThanOrEqual(1);
  });
});

describe('public boards', () => {
  test('A public board is watched by its link without signing in and is read-only', async () => {
    const service = await startService();
    const [workspace] = z
      .array(z.object({ id: z.string() }))
      .parse(await (await service.call('GET', '/auth/organization/list')).json());
    const projects = await (await service.call('GET', `/project?workspaceId=${workspace?.id}`)).json();
    const project = z
      .array(z.looseObject({ id: z.string(), name: z.string(), slug: z.string(), icon: z.string().nullable() }))
      .parse(projects)
      .find(({ name }) => name === 'Website');
    const link = `${service.address}/public-project/${project?.id}`;
    const app = await launchApp();
    try {
      const page = await app.page();
      await page.getByRole('button', { name: 'Watch a public board' }).click();
      await page.getByLabel('Link or ID').fill(link);
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await page
        .getByText(/not public/)
        .first()
        .waitFor();

      const shared = {
        name: project?.name,
        slug: project?.slug,
        icon: project?.icon ?? 'Layout',
        description: 'What the board is for.',
      };
      const answer = await service.call('PUT', `/project/${project?.id}`, { ...shared, isPublic: true });
      expect(answer.status).toBe(200);
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await column(page, 'To do').waitFor();
      await page.locator('[data-card-id]').first().waitFor();
      expect(await seriousIn(page)).toEqual([]);

      // No control that writes: timers, menus of cards and columns, new tasks, drag and drop.
      expect(await page.locator('.card__card button:not([data-card-id])').count()).toBe(0);
      expect(await page.getByRole('button', { name: /^Column / }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'New task' }).count()).toBe(0);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('m');
      expect(await page.locator('.card__card.card__lifted, [role=menu]').count()).toBe(0);
      // Same as Enter.
      await page.keyboard.press('Space');
      await page.locator('.public-task__task').waitFor();
      await page.keyboard.press('Escape');

      // A task and the board's description open read-only; Escape returns to the card.
      const first = page.locator('[data-card-id]').first();
      const id = await first.getAttribute('data-card-id');
      const read = await (await service.call('GET', `/task/${id}`)).json();
      const { title, description } = z.looseObject({ title: z.string(), description: z.string() }).parse(read);
      service.served.requests.length = 0;
      await first.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: title }).waitFor();
      if (description === '') await page.getByText('No description.').waitFor();
      else expect(await page.locator('.public-task__task .markdown__text').textContent()).toBe(description);
      expect(await page.locator('.public-task__task').getByRole('button').count()).toBe(0);
      expect(await seriousIn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await column(page, 'To do').waitFor();
      await until(
        () => page.evaluate(() => document.activeElement?.getAttribute('data-card-id')),
        (focused) => focused === id,
      );
      await page.getByRole('button', { name: 'Board menu' }).click();
      await page.getByRole('menuitem', { name: 'About this board' }).click();
      await page.getByText('What the board is for.').waitFor();
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await column(page, 'To do').waitFor();
      expect(service.served.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(service.served.requests.some(({ headers }) => 'authorization' in headers)).toBe(false);

      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByRole('button', { name: /Connect to your server/ }).waitFor();
    } finally {
      await app.quit();
      await service.stop();
    }
  });
});
