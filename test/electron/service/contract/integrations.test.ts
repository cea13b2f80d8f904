/** The outgoing webhook, the code host, calendar feeds, the instance, the MCP server. */

import { describe, expect, test } from 'vitest';
import { WebhookEventKind } from '../../../../shared/projects/webhook-events.ts';

import { codeHostStandIn } from '../../local/code-host-stand-in.ts';
import { isOlder, NO_ROUTE, served } from './served.ts';

describe('the outgoing webhook', () => {
  test('is null at first, and created with defaults for omitted fields', async () => {
    const { client, projectId } = await served();
    expect(await client.getWebhook(projectId)).toBeNull();
    const created = await client.replaceWebhook(projectId, {
      webhookUrl: 'http://127.0.0.1:9/hook-with-a-long-path',
      secret: 'a-long-enough-secret',
    });
    expect(created).toMatchObject({
      projectId,
      webhookConfigured: true,
      secretConfigured: true,
      dueDateReminderLeadTimeMinutes: 1440,
      isActive: true,
    });
    expect(Object.keys(created.events).sort()).toEqual([...WebhookEventKind.options].sort());
    expect(Object.keys(created.events).filter((kind) => created.events[kind as WebhookEventKind])).toEqual(
      expect.arrayContaining(['taskCreated', 'taskStatusChanged', 'taskCommentCreated']),
    );
    expect(JSON.stringify(created)).not.toContain('a-long-enough-secret');
    expect(JSON.stringify(created)).not.toContain('hook-with-a-long-path');
    expect(await client.getWebhook(projectId)).toEqual(created);
  });

  test('is changed field by field', async () => {
    const { client, projectId } = await served();
    await client.replaceWebhook(projectId, { webhookUrl: 'http://127.0.0.1:9/hook', secret: 'a-long-enough-secret' });
    const changed = await client.updateWebhook(projectId, {
      secret: null,
      isActive: false,
      events: { taskMoved: true },
      dueDateReminderLeadTimeMinutes: 60,
    });
    expect(changed).toMatchObject({
      secretConfigured: false,
      isActive: false,
      events: { taskCreated: true, taskMoved: true },
      dueDateReminderLeadTimeMinutes: 60,
    });
  });

  test('is removed, once', async () => {
    const { client, projectId } = await served();
    await client.replaceWebhook(projectId, { webhookUrl: 'http://127.0.0.1:9/hook' });
    expect(await client.deleteWebhook(projectId)).toMatchObject({ success: true });
    expect(await client.getWebhook(projectId)).toBeNull();
    await expect(client.deleteWebhook(projectId)).rejects.toMatchObject({ status: 404 });
    await expect(client.updateWebhook(projectId, { isActive: true })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the code host', () => {
  test('has no app: no repositories, no installation, no link', async () => {
    const { client, projectId } = await served();
    expect(await client.getCodeHostApp()).toEqual({ appName: null });
    await expect(client.listRepositories(projectId)).rejects.toMatchObject(
      isOlder ? NO_ROUTE : { kind: 'rejected', status: 503 },
    );
    expect(await client.getCodeHostIntegration(projectId)).toBeNull();
    const repository = { repositoryOwner: 'ada', repositoryName: 'engine' };
    const verified = client.verifyInstallation({ ...repository, projectId });
    if (isOlder) await expect(verified).rejects.toMatchObject({ kind: 'rejected', status: 500 });
    else expect(await verified).toMatchObject({ installed: false, message: expect.any(String) });
    await expect(client.linkRepository(projectId, repository)).rejects.toMatchObject({ status: 503 });
    await expect(client.updateCodeHostIntegration(projectId, { isActive: false })).rejects.toMatchObject({
      status: 404,
    });
    await expect(client.unlinkRepository(projectId)).rejects.toMatchObject({ status: 404 });
    await expect(client.importIssues({ projectId })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the code host with an app', () => {
  const [ada, loom] = [
    { repositoryOwner: 'ada', repositoryName: 'engine' },
    { repositoryOwner: 'ada', repositoryName: 'loom' },
  ];
  // An older server of these tests has none.
  test.skipIf(isOlder)('lists repositories, checks one, links it, and imports its issues once', async () => {
    const { client, projectId } = await served({ codeHost: await codeHostStandIn() });
    expect(await client.getCodeHostApp()).toEqual({ appName: 'Loom App' });
    const first = await client.listRepositories(projectId);
    expect(first).toMatchObject({ total: 2, repositories: [{ full_name: 'ada/engine' }], installations: [{ id: 7 }] });
    const second = await client.listRepositories(projectId, { repositoryPage: 2 });
    expect(second.repositories).toMatchObject([{ full_name: 'ada/loom', private: true }]);
    expect(await client.verifyInstallation(loom)).toMatchObject({
      installed: true,
      hasRequiredPermissions: false,
      missingPermissions: ['issues:write'],
    });
    const unknown = { ...loom, repositoryName: 'nothing' };
    expect(await client.verifyInstallation(unknown)).toMatchObject({ installed: false });
    await expect(client.linkRepository(projectId, unknown)).rejects.toMatchObject({ status: 400 });

    expect(await client.linkRepository(projectId, ada)).toMatchObject({ ...ada, installationId: 7, isActive: true });
    await expect(client.linkRepository(projectId, loom)).rejects.toMatchObject({ status: 409 });
    const importAll = async () => {
      const [steps, counts]: [boolean[], { imported: number; skipped: number }] = [[], { imported: 0, skipped: 0 }];
      for (let runId: string | undefined; steps.at(-1) !== true; ) {
        const step = await client.importIssues({ projectId, ...(runId !== undefined && { runId }) });
        steps.push(step.isDone);
        counts.imported += step.imported ?? 0;
        counts.skipped += step.skipped ?? 0;
        runId = step.runId ?? undefined;
      }
      return { steps, ...counts };
    };
    expect(await importAll()).toEqual({ steps: [false, false, true], imported: 2, skipped: 0 });
    expect(await importAll()).toEqual({ steps: [false, false, true], imported: 0, skipped: 2 });
    const { data } = await client.getBoardPage(projectId, { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' });
    const tasks = data.columns.flatMap((column) => column.tasks.map((task) => [task.title, column.slug]));
    expect(tasks).toEqual([
      ['Issue 1', 'to-do'],
      ['Issue 3', 'to-do'],
    ]);
    expect(data.columns[0]?.tasks[0]?.externalLinks).toMatchObject([{ resourceType: 'issue', externalId: '1' }]);

    const changed = { isActive: false, commentTaskLinkOnGitHubIssue: false };
    expect(await client.updateCodeHostIntegration(projectId, changed)).toMatchObject(changed);
    await expect(client.importIssues({ projectId })).rejects.toMatchObject({ status: 409 });
    await client.unlinkRepository(projectId);
    expect(await client.getCodeHostIntegration(projectId)).toBeNull();
  });

  test.skipIf(isOlder)('that does not answer is a 502', async () => {
    const { client, projectId } = await served({ codeHost: { name: 'Loom App', url: 'http://127.0.0.1:1' } });
    await expect(client.listRepositories(projectId)).rejects.toMatchObject({ status: 502 });
  });
});

describe('a calendar feed', () => {
  test('is created, read by anyone with its address, and revoked', async () => {
    const { client, stranger, addTask, projectId, workspaceId, lastCredential } = await served();
    const { id: taskId } = await addTask({ title: 'Sow beans', dueDate: '2026-12-01T09:00:00.000Z' });
    const label = await client.createLabel({ name: 'Garden', color: '#00ff00', workspaceId });
    await client.addLabelToTask(label.id, taskId);

    if (isOlder) {
      const labelIds = [label.id];
      await expect(client.createCalendarFeed(projectId, { labelIds })).rejects.toMatchObject(NO_ROUTE);
      await expect(client.listCalendarFeeds(projectId)).rejects.toMatchObject(NO_ROUTE);
      await expect(client.deleteCalendarFeed(projectId, 'one')).rejects.toMatchObject(NO_ROUTE);
      await expect(stranger.readCalendarFeed('0'.repeat(64))).rejects.toMatchObject({ status: 401 });
      return;
    }
    const feed = await client.createCalendarFeed(projectId, { labelIds: [label.id], timeZone: 'Europe/Berlin' });
    expect(feed).toMatchObject({ projectId, labelIds: [label.id], timeZone: 'Europe/Berlin' });
    expect(await client.listCalendarFeeds(projectId)).toEqual([feed]);
    const text = await client.readCalendarFeed(feed.token);
    expect(lastCredential()).toBeUndefined();
    expect(text).toMatch(/^BEGIN:VCALENDAR/);
    expect(text).toContain('Sow beans');
    expect(client.calendarFeedUrl(feed.token)).toMatch(/\/api\/calendar-feed\/[0-9a-f]{64}\/calendar\.ics$/);
    expect(await (await fetch(client.calendarFeedUrl(feed.token))).text()).toBe(text);

    expect(await client.deleteCalendarFeed(projectId, feed.id)).toMatchObject({ success: true });
    expect(await client.listCalendarFeeds(projectId)).toEqual([]);
    await expect(stranger.readCalendarFeed(feed.token)).rejects.toMatchObject({ kind: 'rejected', status: 404 });
    await expect(client.deleteCalendarFeed(projectId, feed.id)).rejects.toMatchObject({ status: 404 });
  });

  test('in a time zone that does not exist is rejected', async () => {
    const { client, projectId, workspaceId } = await served();
    const { id } = await client.createLabel({ name: 'Garden', color: '#00ff00', workspaceId });
    const body = { labelIds: [id], timeZone: 'Mars/Olympus' };
    await expect(client.createCalendarFeed(projectId, body)).rejects.toMatchObject(
      isOlder ? NO_ROUTE : { status: 400 },
    );
  });
});

describe('the instance', () => {
  test('has public information, which is read without a credential', async () => {
    const { client, lastCredential } = await served();
    expect(await client.getHealth()).toEqual({ status: 'ok' });
    expect(await client.getInstanceStatus()).toEqual({ hasUsers: true, hasAdmin: true });
    const newer = { isCloud: false, hasImageUploads: true, customOAuthName: null };
    expect(await client.getConfig()).toMatchObject({ hasSmtp: false, ...(!isOlder && newer) });
    const { openapi, info, paths } = await client.getInterfaceDocument();
    expect(openapi).toMatch(/^3\./);
    expect(info.version).toBe('1.0.0');
    expect(Object.keys(paths)).toContain('/time-entry');
    expect(lastCredential()).toBeUndefined();
  });

  test('has no id token', async () => {
    const { client } = await served();
    expect(await client.getIdToken()).toEqual({ idToken: null });
  });
});

describe('the MCP server', () => {
  const code = { code: 'c', client_id: 'i', code_verifier: 'v', redirect_uri: 'http://127.0.0.1:9/back' };

  test('registers a client and tells who asks; errors are OAuth errors', async () => {
    const { client } = await served();
    const rejected = { kind: 'rejected', code: expect.stringMatching(/^[a-z_]+$/) };
    const { client_id, redirect_uris } = await client.registerMcpClient({ redirect_uris: [code.redirect_uri] });
    expect(redirect_uris).toEqual([code.redirect_uri]);
    const asked = { client_id, redirect_uri: code.redirect_uri, code_challenge: 'x'.repeat(43) };
    const { url } = await fetch(client.mcpAuthorizeUrl(asked));
    const request = await client.getMcpAuthorizationRequest(new URL(url).searchParams.get('request_id') ?? '');
    expect(request).toEqual({ client_name: '127.0.0.1:9', redirect_uri: code.redirect_uri });
    await expect(client.getMcpAuthorizationRequest('r')).rejects.toMatchObject({ status: 404, ...rejected });
    await expect(client.exchangeMcpCode(code)).rejects.toMatchObject({ status: 400, code: 'invalid_client' });
    // Only the web app may decide; Punchcard sends no Origin.
    await expect(client.decideMcpAuthorization('r', true)).rejects.toMatchObject({ code: 'invalid_origin' });
  });

  test('is authorised in the browser', async () => {
    const { client, server } = await served();
    const url = new URL(client.mcpAuthorizeUrl({ ...code, code_challenge: 'a+b/c' }));
    expect(url.origin + url.pathname).toBe(`${server.baseUrl}/mcp/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: 'a+b/c',
    });
    expect(url.searchParams.has('state')).toBe(false);
  });
});
