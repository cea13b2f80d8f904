/** Uploads: address, bytes, finalize; the file is read when the write is sent. The storage is a separate server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCopyPictureLine } from '../../../../electron/features/projects/picture-lines.ts';
import { createProjects, type ProjectsOptions } from '../../../../electron/features/projects/projects-service.ts';
import type { OutboxItem } from '../../../../electron/outbox/write-kind.ts';
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { add, passLong, startWith } from '../../outbox/lost-answers.ts';
import { ACCOUNT, json, type Machine } from '../../outbox/machine.ts';
import { testContext } from '../context.ts';

const BYTES = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 255, 7, 7]);

function picture() {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-picture-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'desk.png');
  writeFileSync(path, BYTES);
  return { path, name: 'desk.png', contentType: 'image/png', size: BYTES.length };
}

/** A server with object storage; `loseFirstOf`: the first answer of that step is lost. */
function storage(machine: Machine, loseFirstOf: 'request' | 'bytes' | 'finalize' | null = null) {
  const seen = { stored: null as number[] | null, finalized: [] as unknown[], puts: 0 };
  let isLost = false;
  const lost = (step: string): boolean => {
    if (isLost || step !== loseFirstOf) return false;
    isLost = true;
    return true;
  };
  machine.server.intercept = async (request) => {
    if (request.url.includes('/bucket/')) {
      seen.puts += 1;
      expect(request.headers.get('authorization')).toBeNull();
      seen.stored = [...new Uint8Array(await request.arrayBuffer())];
      return lost('bytes') ? 'drop' : new Response(null, { status: 200 });
    }
    if (request.url.endsWith('/finalize')) {
      if (lost('finalize')) return 'drop';
      seen.finalized.push(await request.json());
      return json({ id: 'a1', url: 'https://pm.example.org/api/asset/a1' });
    }
    if (request.method === 'PUT' && /image-upload|background-upload/.test(request.url)) {
      if (lost('request')) return 'drop';
      const headers = { 'Content-Type': 'image/png' };
      return json({ key: 'k', version: '2', uploadUrl: `${machine.server.url}/bucket/k`, headers });
    }
    return undefined;
  };
  return seen;
}

describe.each([null, 'request', 'bytes', 'finalize'] as const)(
  'with the first answer of this step lost: %s',
  (step) => {
    test('a background arrives', async () => {
      const machine = await startWith();
      const seen = storage(machine, step);
      const payload = { projectId: machine.local.projectId, projectName: 'Personal', file: picture() };
      add(machine, 'project.background-set', 'p', payload);
      await passLong(machine);
      expect(seen.stored).toEqual([...BYTES]);
      expect(seen.finalized).toEqual([{ contentType: 'image/png', size: BYTES.length, key: 'k', version: '2' }]);
      expect(machine.items()).toEqual([]);
      expect(machine.rejected).toEqual([]);
    });

    test('a picture of a task arrives', async () => {
      const machine = await startWith();
      const seen = storage(machine, step);
      const id = add(machine, 'image.attach', 'i', {
        taskId: machine.task.taskId,
        identifier: 'ME-1',
        file: picture(),
      });
      const settled = machine.outbox.settled(id);
      await passLong(machine);
      expect(seen.finalized).toEqual([
        { filename: 'desk.png', contentType: 'image/png', size: BYTES.length, surface: 'description', key: 'k' },
      ]);
      expect(await settled).toEqual({ state: 'sent', value: { id: 'a1', url: 'https://pm.example.org/api/asset/a1' } });
    });
  },
);

test('the markdown of a picture is copied, also if its page no longer waits for it', async () => {
  const machine = await startWith();
  storage(machine);
  const { outbox, network, run, task } = machine;
  const path = join(tmpdir(), 'punchcard-picture.png');
  writeFileSync(path, BYTES);
  onTestFinished(() => rmSync(path));
  const copied: string[] = [];
  const toasts: unknown[] = [];
  const items: OutboxItem[] = [];
  let isSignedOut = false;
  const context = {
    ...testContext(run.database, () => machine.clock.ms),
    copyText: (text: string) => copied.push(text),
  };
  const { sent, attachPicture } = createProjects(
    {
      ...context,
      showToast: (text, _, openTaskId) => toasts.push([text, openTaskId]),
    },
    {
      account: {
        required: () => ({ id: ACCOUNT }),
        current: () => (isSignedOut ? null : {}),
      } as unknown as ProjectsOptions['account'],
      outbox: {
        ...outbox,
        add(write, notBefore) {
          const id = outbox.add(write, notBefore);
          const item = outbox.openItem(id);
          if (item === undefined) throw new Error('not added');
          items.push(item);
          void outbox.settled(id).then((end) => end.state === 'sent' && sent(item, end.value));
          return id;
        },
      },
      choosePicture: async () => path,
      hasUploads: async () => true,
      copyPictureLine: createCopyPictureLine(context),
    },
  );
  const markdown = '![punchcard-picture.png](https://pm.example.org/api/asset/a1)';
  const attach = () => attachPicture({ id: task.taskId, identifier: 'ME-1' });
  expect(await attach()).toEqual({ state: 'done', value: markdown });
  expect(copied).toEqual([markdown]);
  expect(toasts).toEqual([]);

  network.isDown = true;
  expect(await attach()).toMatchObject({ state: 'waits' });
  network.isDown = false;
  await passLong(machine);
  expect(copied).toEqual([markdown, markdown]);
  const text = 'punchcard-picture.png was uploaded for ME-1; paste the copied line into the description';
  expect(toasts).toEqual([[text, task.taskId]]);

  // Each copy replaces the clipboard, so that the last one has the lines of all that waited together.
  network.isDown = true;
  await attach();
  await attach();
  network.isDown = false;
  await passLong(machine);
  expect(copied.slice(2)).toEqual([markdown, `${markdown}\n${markdown}`]);
  expect(toasts.at(-1)).toEqual([expect.stringContaining('2 copied lines'), task.taskId]);

  // A late one, perhaps of another account, is copied while the page waits for its own. Lines of an hour ago are not copied again.
  machine.clock.ms += HOUR_MS;
  const answer = machine.server.intercept;
  machine.server.intercept = (request) => {
    if (request.url.endsWith('/finalize')) {
      machine.clock.ms += 1;
      sent(items[0] as OutboxItem, { id: 'a0', url: 'https://pm.example.org/api/asset/a0' });
    }
    return answer?.(request);
  };
  expect(await attach()).toEqual({ state: 'done', value: markdown });
  const late = markdown.replace('a1', 'a0');
  expect(copied.slice(4)).toEqual([late, `${late}\n${markdown}`]);
  expect(toasts.slice(3)).toEqual([[text, task.taskId]]);

  isSignedOut = true;
  await attach();
  expect([copied.length, toasts.length]).toEqual([6, 4]);
});

test('a server without storage gets no further request', async () => {
  const machine = await startWith();
  const none = { message: 'No object storage is configured', code: 'SERVICE_UNAVAILABLE' };
  machine.server.intercept = ({ url }) =>
    url.includes('image-upload') ? Response.json(none, { status: 503 }) : undefined;
  add(machine, 'image.attach', 'i', { taskId: machine.task.taskId, identifier: 'ME-1', file: picture() });
  await passLong(machine);
  expect(machine.rejected).toEqual(['desk.png was not uploaded for ME-1: No object storage is configured']);
  expect(machine.server.requests.filter(({ path }) => path.includes('image-upload'))).toHaveLength(1);
});

test('a missing file ends the write, and nothing is sent', async () => {
  const machine = await startWith();
  const seen = storage(machine);
  const file = { ...picture(), path: join(tmpdir(), 'punchcard-no-such-file.png') };
  const payload = { projectId: machine.local.projectId, projectName: 'Personal', file };
  add(machine, 'project.background-set', 'p', payload);
  await machine.pass(0);
  expect(machine.rejected).toEqual(['The picture of Personal was not changed: desk.png can no longer be read.']);
  expect(seen.puts).toBe(0);
  expect(machine.items()).toEqual([]);
});

test('a background is removed; a missing one is success', async () => {
  const machine = await startWith();
  add(machine, 'project.background-remove', 'p', { projectId: machine.local.projectId, projectName: 'Personal' });
  await passLong(machine);
  expect(machine.rejected).toEqual([]);
  expect(machine.items()).toEqual([]);
});
