/** A project's page, from click to service: clipboard, file dialog, object storage, and offline. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Config, Project } from '../../electron/service/records.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { expectState, PICTURE, signIn, untilState } from './steps.ts';

/** A server with object storage for background pictures. */
function objectStorage() {
  const storage = {
    stored: null as Buffer | null,
    credential: null as string | null,
    serve(service: Service): void {
      service.served.intercept = async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === '/api/config') return Response.json({ ...Config.parse({}), hasImageUploads: true });
        if (pathname.endsWith('/background-upload')) {
          const uploadUrl = `${service.served.url}/bucket/k`;
          return Response.json({ key: 'k', version: 'v1', uploadUrl, headers: { 'Content-Type': 'image/png' } });
        }
        if (pathname === '/bucket/k') {
          storage.stored = Buffer.from(await request.arrayBuffer());
          storage.credential = request.headers.get('authorization');
          return new Response(null, { status: 200 });
        }
        if (pathname.endsWith('/background-upload/finalize')) return Response.json({ url: 'x' });
        if (storage.stored === null || request.method !== 'GET') return undefined;
        if (pathname.endsWith('/background')) {
          return new Response(new Uint8Array(storage.stored), { headers: { 'Content-Type': 'image/png' } });
        }
        if (!/^\/api\/project\/[^/]+$/.test(pathname)) return undefined;
        const answer = await service.call('GET', pathname.replace('/api', ''));
        return Response.json({ ...Project.parse(await answer.json()), backgroundVersion: 'v1' });
      };
    },
  };
  return storage;
}

/** Opens the page of the board's project. */
async function openProject(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Project…' }).click();
  await page.getByRole('tab', { name: 'Webhook' }).waitFor();
}

let service: Service;
let app: RunningApp;
let page: Page;
let projectId: string;
const storage = objectStorage();

const project = async () => Project.parse(await (await service.call('GET', `/project/${projectId}`)).json());
const tab = (name: string) => page.getByRole('tab', { name }).click();

beforeAll(async () => {
  service = await startService();
  app = await launchApp();
  storage.serve(service);
  page = await signIn(app, service);
  await openProject(page);
  const { board } = await untilState(page, (state) => state.board !== null);
  projectId = board?.project.id ?? '';
});
afterAll(async () => {
  await app?.quit();
  await service?.stop();
});

test('A changed name changes nothing else', async () => {
  const before = await project();
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Home and garden');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Home and garden' }).waitFor();
  const { slug, isPublic } = before;
  const expected = { name: 'Home and garden', slug, description: before.description ?? '', isPublic };
  await expect.poll(project).toMatchObject(expected);
});

test('A calendar is added; its address is shown without the secret and copied completely', async () => {
  await tab('Calendar');
  await page.getByRole('checkbox', { name: 'backend' }).check();
  await page.getByRole('button', { name: 'Add calendar' }).click();
  await page.getByRole('button', { name: /^Copy/ }).click();
  // Not the toast that says so: the last change can be undone for ten seconds, and that notice comes first.
  const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(async () => (await fetch(await copied())).text()).toContain('BEGIN:VCALENDAR');
  const token = (await copied()).split('/').at(-2) ?? '?';
  await expect.poll(() => page.content()).not.toContain(token);
  await expectState(page, JSON.stringify).not.toContain(token);
});

test('A picture is uploaded to the object storage without the credential', async () => {
  const path = join(app.dataFolder, 'garden.png');
  writeFileSync(path, PICTURE);
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await tab('Project');
  await page.getByRole('button', { name: 'Choose…' }).click();
  await page.getByRole('img', { name: 'The background picture' }).waitFor();
  await expect.poll(() => storage.stored).toEqual(PICTURE);
  expect(storage.credential).toBeNull();
  rmSync(path);
});

test('An offline change is shown as unsent and sent when the connection returns', async () => {
  const port = Number(new URL(service.served.url).port);
  await page.getByRole('button', { name: 'Edit…' }).click();
  await service.served.close();
  await page.getByRole('textbox', { name: 'Description' }).fill('What the house needs');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not on the server yet:').waitFor();
  await service.reopen(port);
  await page.evaluate(() => window.punchcard.send('outbox.send-now', {}));
  await until(project, ({ description }) => description === 'What the house needs');
  await page.getByText('Not on the server yet:').waitFor({ state: 'detached' });
});

test('A project is deleted after a question, and another board opens', async () => {
  await page.keyboard.press('Escape');
  await openProject(page);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await until(
    async () => (await service.call('GET', `/project/${projectId}`)).status,
    (status) => status !== 200,
  );
  await untilState(page, ({ board }) => board !== null && board.project.id !== projectId);
});

test('The server’s page shows its features and the signed-in person', async () => {
  await page.keyboard.press('Control+,');
  await tab('Account');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('Owner', { exact: true }).waitFor();
  await page.getByText('Store pictures').waitFor();
  await page.getByRole('button', { name: 'Open: Tools (MCP)' }).click();
  await page.getByRole('textbox', { name: 'Name of the tool' }).fill('Helper');
  await page.getByRole('textbox', { name: 'Return address' }).fill('http://127.0.0.1:9/callback');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Client ID', { exact: true }).waitFor();
});
