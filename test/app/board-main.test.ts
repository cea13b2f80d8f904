/** The board's main side in the whole app, through the bridge: live updates, moves, and public boards. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { BoardCards, CardView, CommandName, Payload } from '../../shared/contract/index.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';

const Projects = z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), icon: z.string().nullish() }));

/** Collects the cards that the window receives. */
function collectCards(page: Page): Promise<void> {
  return page.evaluate(() => {
    const cards = new Map<string, unknown>();
    Object.assign(window, { receivedCards: cards });
    window.punchcard.onCards((patch: BoardCards) => {
      if (patch.reset) cards.clear();
      for (const id of patch.removed) cards.delete(id);
      for (const card of patch.cards) cards.set(card.id, card);
    });
  });
}
const receivedCards = (page: Page): Promise<CardView[]> =>
  page.evaluate(() => [...(window as unknown as { receivedCards: Map<string, CardView> }).receivedCards.values()]);

async function send<N extends CommandName>(page: Page, name: N, payload: Payload<N>): Promise<unknown> {
  const answer = await page.evaluate(
    ([command, value]) => window.punchcard.send(command as 'board.close', value as Record<string, never>),
    [name, payload] as const,
  );
  if (!answer.ok) throw new Error(answer.error.title);
  return answer.value;
}

describe('the board', () => {
  let service: Service;
  let app: RunningApp;
  let page: Page;
  let project: z.infer<typeof Projects>[number];

  beforeAll(async () => {
    service = await startService();
    app = await launchApp();
    page = await signIn(app, service);
    await collectCards(page);
    const projects = Projects.parse(await send(page, 'board.projects', {}));
    project = projects.find(({ slug }) => slug === 'WEB') ?? projects[1] ?? { id: '', slug: '', name: '' };
    await send(page, 'board.open', { projectId: project.id });
    await until(
      () => readState(page),
      ({ board }) => board !== null && board.progress === null && board.fetchedAt !== null,
    );
  });
  afterAll(async () => {
    await app?.quit();
    await service?.stop();
  });

  const card = async (id: string) => (await receivedCards(page)).find((one) => one.id === id);
  const firstCard = async () => {
    // The cards arrive separately from the state, possibly later.
    const { board, found } = await until(
      async () => {
        const { board: open } = await readState(page);
        return {
          board: open,
          found: (await receivedCards(page)).find(({ status }) => status === open?.columns[0]?.slug),
        };
      },
      (value) => value.found !== undefined,
    );
    if (!board || !found) throw new Error('No card in the first column');
    return { board, found };
  };

  test('A change at the service appears on the board at once', async () => {
    const { found } = await firstCard();
    await until(
      () => service.served.openSockets(),
      (paths) => paths.includes(`/api/ws/${project.id}`),
    );
    await service.call('PUT', `/task/title/${found.id}`, { title: 'Changed elsewhere' });
    await until(
      () => card(found.id),
      (one) => one?.title === 'Changed elsewhere',
    );
  });

  test('Starting a timer moves the task to the chosen column', async () => {
    const { board, found } = await firstCard();
    const to = board.columns[1]?.slug ?? '';
    await send(page, 'board.move-on-start', { to });
    await send(page, 'timer.start', { taskId: found.id });
    const { time } = await readState(page);
    expect(time.running?.task).toMatchObject({ taskId: found.id, identifier: found.identifier });
    await until(
      () => card(found.id),
      (one) => one?.status === to,
    );
    await send(page, 'timer.discard', {});
  });

  test('A moved task appears at once and at the service; a rejected move is reverted with the reason', async () => {
    const { board, found } = await firstCard();
    const done = board.columns.find(({ isFinal }) => isFinal)?.slug ?? '';
    await send(page, 'board.move', { taskId: found.id, to: done });
    await until(
      () => card(found.id),
      (one) => one?.status === done,
    );
    await until(
      async () => z.object({ status: z.string() }).parse(await (await service.call('GET', `/task/${found.id}`)).json()),
      ({ status }) => status === done,
    );
    service.served.intercept = (request) =>
      request.method === 'PUT'
        ? Response.json(
            { message: 'No', code: 'MISSING_PERMISSION', missingPermissions: ['task:update'] },
            { status: 403 },
          )
        : undefined;
    await send(page, 'board.move', { taskId: found.id, to: 'planned' });
    const { toast, board: after } = await until(
      () => readState(page),
      ({ toast: shown }) => /stays in/.test(shown?.text ?? ''),
    );
    service.served.intercept = undefined;
    expect(toast?.text).toContain(`${found.identifier} stays in`);
    expect(after?.missingPermissions).toEqual(['task:update']);
    await until(
      () => card(found.id),
      (one) => one?.status === done && !one.isPending,
    );
  });

  test('A public board opens by its link and is read-only', async () => {
    const link = `${service.address}/public-project/${project.id}?view=board`;
    await send(page, 'board.open-public', { link });
    await until(
      () => readState(page),
      ({ board }) => board?.error?.title === 'That board is not public',
    );
    const { name, slug } = project;
    await service.call('PUT', `/project/${project.id}`, { name, slug, icon: 'x', description: '', isPublic: true });
    await send(page, 'board.refresh', {});
    await until(
      () => readState(page),
      ({ board }) => board?.isPublic === true && board.error === null && board.fetchedAt !== null,
    );
    const [first] = await receivedCards(page);
    await expect(send(page, 'board.move', { taskId: first?.id ?? '', to: 'planned' })).rejects.toThrow(
      /can only be viewed/,
    );
    await expect(send(page, 'board.open-public', { link: 'https://example.org' })).rejects.toThrow(/not a link/);
  });
});

test('A public board opens without signing in', async () => {
  const service = await startService();
  const workspace = z.array(z.object({ id: z.string() })).parse(await (await service.call('GET', '/workspace')).json());
  const projects = Projects.parse(await (await service.call('GET', `/project?workspaceId=${workspace[0]?.id}`)).json());
  const { id, name, slug } = projects[1] ?? { id: '', name: '', slug: '' };
  await service.call('PUT', `/project/${id}`, { name, slug, icon: 'x', description: '', isPublic: true });
  const app = await launchApp();
  const page = await app.page();
  await page.getByRole('button', { name: /Connect to your server/ }).waitFor();
  await collectCards(page);
  await send(page, 'board.open-public', { link: `${service.address}/public-project/${id}` });
  const { account, board } = await until(
    () => readState(page),
    (state) => state.board?.fetchedAt != null,
  );
  expect(account).toBeNull();
  expect(board).toMatchObject({ isPublic: true, project: { name } });
  expect(await receivedCards(page)).not.toHaveLength(0);
  for (const { path, headers } of service.served.requests) {
    if (path.includes('/public-project/')) expect(headers.authorization).toBeUndefined();
  }
  await expect(send(page, 'board.open-public', { link: id })).rejects.toThrow(/On which server/);
  await app.quit();
  await service.stop();
});
