/** The pictures of people on a public board: their addresses come with its tasks, and are read from its server without a login. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { publicBoardSource } from '../../../../electron/features/board/board-source.ts';
import { createPeoplePictures } from '../../../../electron/features/tasks/index.ts';
import { served } from '../../service/contract/served.ts';

const PublicBoard = z.looseObject({
  columns: z.array(z.looseObject({ tasks: z.array(z.looseObject({ userId: z.string().nullable() })) })),
});

test('come from the board’s own server, and from nowhere else', async () => {
  const { call, addTask, projectId, userId, workspace, as, server, lastCredential } = await served();
  const { user } = workspace.addPerson({ name: 'Mira', role: 'member' });
  await addTask({ userId });
  await addTask({ userId: user.id });
  const project = { name: 'Me', icon: '', slug: 'ME', description: '', isPublic: true };
  await call('PUT', `/project/${projectId}`, project);
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const image = { [userId]: '/api/asset/me', [user.id]: 'https://elsewhere.invalid/mira.png' };
  server.intercept = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/asset/me') return new Response(PNG, { headers: { 'Content-Type': 'image/png' } });
    if (!pathname.startsWith('/api/public-project/')) return undefined;
    const { json } = await call('GET', pathname.replace('/api', ''), undefined, { token: null });
    const { columns, ...board } = PublicBoard.parse(json);
    const withImages = columns.map((column) => ({
      ...column,
      tasks: column.tasks.map((task) => ({ ...task, assigneeImage: image[task.userId ?? ''] ?? null })),
    }));
    return Response.json({ ...board, columns: withImages });
  };
  const images = new Map<string, string>();
  const client = as();
  const source = publicBoardSource(client, projectId, (id, found) => images.set(id, found));
  for await (const page of source.pages(new AbortController().signal)) expect(page.read).toBe(2);
  expect(Object.fromEntries(images)).toEqual(image);
  const pictures = createPeoplePictures({
    people: () => [...images].map(([id, found]) => ({ id, image: found })),
    session: () => ({ account: { id: 'public', baseUrl: server.baseUrl }, client }),
    monotonic: () => 0,
  });
  expect(Object.keys(pictures.view())).toEqual([userId]);
  const found = await pictures.picture(pictures.view()[userId] ?? '');
  expect(Buffer.from(found?.bytes ?? []).equals(PNG)).toBe(true);
  expect(lastCredential()).toBeUndefined();
});
