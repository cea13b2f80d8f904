/** A project's page: changes, rejections, offline, and without permissions. */
import { createHmac } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Config, Project, WebhookIntegration } from '../../electron/service/records.ts';
import { startReceiver } from '../electron/local/receiver.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

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

describe('project page', () => {
  let service: Service;
  let trayHost: TrayHost;
  let app: RunningApp;
  let page: Page;
  let projectId: string;
  const storage = objectStorage();

  const project = async () => Project.parse(await (await service.call('GET', `/project/${projectId}`)).json());
  /** The key of another project in the workspace. */
  async function otherKey(): Promise<string> {
    const { workspaceId } = await project();
    const answer = await service.call('GET', `/project?workspaceId=${workspaceId}`);
    const other = Project.array()
      .parse(await answer.json())
      .find(({ id }) => id !== projectId);
    return other?.slug ?? '';
  }
  const tab = (name: string) => page.getByRole('tab', { name }).click();

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    app = await launchApp();
    storage.serve(service);
    page = await signIn(app, service);
    await openProject(page);
    projectId = (await readState(page)).board?.project.id ?? '';
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });

  test('A changed name changes nothing else', async () => {
    const before = await project();
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Home and garden');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Home and garden' }).waitFor();
    const { name, slug, description, isPublic } = await project();
    expect({ name, slug, description, isPublic }).toEqual({
      name: 'Home and garden',
      slug: before.slug,
      description: before.description ?? '',
      isPublic: before.isPublic,
    });
  });

  test('A key that is taken is rejected with the service’s message and not changed', async () => {
    const { slug } = await project();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const taken = await otherKey();
    await page.getByRole('textbox', { name: 'Key' }).fill(taken);
    await page.getByRole('button', { name: 'Save' }).click();
    const rejection = page.getByRole('alert').filter({ hasText: 'That change was rejected' });
    await rejection.waitFor();
    expect(await rejection.innerText()).toContain('Everything is as it was before.');
    // The typed key stays in the field.
    expect(await page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe(taken);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await rejection.getByRole('button', { name: 'Hide' }).click();
    expect((await project()).slug).toBe(slug);
    expect((await readState(page)).unsent.total).toBe(0);
  });

  test('A project made public can be read without signing in', async () => {
    await page.getByRole('switch', { name: 'Anyone with the link can view, without signing in' }).click();
    await page.getByText(`${service.address}/public-project/${projectId}`).waitFor();
    expect((await fetch(`${service.served.baseUrl}/public-project/${projectId}`)).status).toBe(200);
  });

  test('A webhook is added and sends signed requests', async () => {
    const receiver = await startReceiver();
    await tab('Webhook');
    await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await page.getByRole('textbox', { name: 'Secret' }).fill('correct horse battery');
    await page.getByRole('switch', { name: 'A task is deleted' }).click();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('switch', { name: 'Active' }).waitFor();

    const body = { title: 'Hang the shelf', description: '', priority: 'low', status: 'to-do' };
    await service.call('POST', `/task/${projectId}`, body);
    const [delivery] = await receiver.wait(1);
    expect(delivery?.json).toMatchObject({ event: 'task.created', task: { title: 'Hang the shelf' } });
    const signature = createHmac('sha256', 'correct horse battery')
      .update(delivery?.raw ?? '')
      .digest('hex');
    expect(Object.values(delivery?.headers ?? {})).toContain(signature);

    // The address is shown without its secret.
    expect(await page.locator('main').innerText()).not.toContain('key=abcd');
    await page.getByRole('switch', { name: 'Active' }).click();
    const path = `/generic-webhook-integration/project/${projectId}`;
    const saved = await until(
      async () => WebhookIntegration.parse(await (await service.call('GET', path)).json()),
      ({ isActive }) => isActive === false,
    );
    expect(saved.events).toMatchObject({ taskCreated: true, taskDeleted: true, taskMoved: false });
  });

  test('A calendar is added; its address is shown without the secret and copied completely', async () => {
    await tab('Calendar');
    await page.getByRole('checkbox', { name: 'backend' }).check();
    await page.getByRole('button', { name: 'Add calendar' }).click();
    await page.getByRole('button', { name: /^Copy/ }).click();
    await page.getByText('The address was copied; it is a secret').first().waitFor();
    const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(await (await fetch(copied)).text()).toContain('BEGIN:VCALENDAR');
    const token = copied.split('/').at(-2) ?? '?';
    expect(await page.content()).not.toContain(token);
    expect(JSON.stringify(await readState(page))).not.toContain(token);
  });

  test('An archived project is listed in the project menu and restored on its page', async () => {
    const { workspaceId } = await project();
    const created = { name: 'Old shop', slug: 'OLD', icon: 'Layout', workspaceId };
    const { id } = Project.parse(await (await service.call('POST', '/project', created)).json());
    await service.call('PUT', `/project/${id}/archive`, {});
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('.board-header__header .board-header__project').click();
    await page.getByRole('menuitem', { name: 'Archived projects' }).click();
    await page.getByRole('menuitem', { name: 'Old shop' }).click();
    await page.getByRole('button', { name: 'Unarchive' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
    expect(Project.parse(await (await service.call('GET', `/project/${id}`)).json()).archivedAt).toBeNull();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await openProject(page);
  });

  test('A label is renamed in place', async () => {
    await tab('Labels');
    await page.getByRole('button', { name: 'Rename the label backend' }).click();
    const field = page.getByRole('textbox', { name: 'New name' });
    await field.fill('server');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Rename the label server' }).waitFor();
  });

  test('A label is deleted from the workspace after a question', async () => {
    await tab('Labels');
    await page.getByRole('button', { name: 'Delete the label ops' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the label ops' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete the label bug' }).waitFor();
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
    expect(storage.stored).toEqual(PICTURE);
    expect(storage.credential).toBeNull();
    rmSync(path);
  });

  test('An offline change is shown as unsent and sent when the connection returns', async () => {
    const port = Number(new URL(service.served.url).port);
    await page.getByRole('button', { name: 'Edit…' }).click();
    await service.served.close();
    await page.getByRole('textbox', { name: 'Description' }).fill('What the house needs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Kept on this computer; it is sent automatically').first().waitFor();
    await page.getByText('Not on the server yet:').waitFor();
    await service.reopen(port);
    await page.evaluate(() => window.punchcard.send('unsent.send-now', {}));
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
    await until(
      async () => ({ board: (await readState(page)).board?.project.id, shows: await page.locator('body').innerText() }),
      ({ board }) => board !== undefined && board !== projectId,
    );
  });

  test('The server’s page shows its features and the signed-in person', async () => {
    await page.keyboard.press('Control+,');
    await tab('Account');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Owner', { exact: true }).waitFor();
    await page.getByText('It has no object storage').waitFor();
    await page.getByRole('button', { name: 'Open: Tools (MCP)' }).click();
    await page.getByRole('textbox', { name: 'Name of the tool' }).fill('Helper');
    await page.getByRole('textbox', { name: 'Return address' }).fill('http://127.0.0.1:9/callback');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('alert').filter({ hasText: 'has no server for tools (MCP)' }).waitFor();
  });
});

describe('missing permissions', () => {
  let service: Service;
  let trayHost: TrayHost;
  let app: RunningApp;
  let page: Page;

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    app = await launchApp();
    page = await app.page();
    await page.getByRole('button', { name: /Use an API key/ }).click();
    await page.getByLabel('Server address').fill(service.address);
    await page.getByLabel('API key', { exact: true }).fill(service.addPerson({ name: 'Nils', role: 'member' }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    await openProject(page);
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });

  test('The page is read-only and names the missing permission', async () => {
    await page.getByText('Needs the permission project:update').first().waitFor();
    expect(await page.getByRole('button', { name: 'Edit…' }).isDisabled()).toBe(true);
    expect(
      await page.getByRole('switch', { name: 'Anyone with the link can view, without signing in' }).isDisabled(),
    ).toBe(true);
    await page.getByText('Needs the permission project:delete').waitFor();

    await page.getByRole('tab', { name: 'Webhook' }).click();
    await page.getByText('Needs the permission workspace:manage_settings').first().waitFor();
    expect(await page.getByRole('button', { name: 'Add webhook' }).isDisabled()).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Address' }).isDisabled()).toBe(true);

    await page.getByRole('tab', { name: 'Calendar' }).click();
    await page.getByText('Missing permission: project:share.').waitFor();
    expect((await readState(page)).missingPermissions).toContain('project:share');
  });
});
