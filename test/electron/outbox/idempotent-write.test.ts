/** Writes that replace a whole record. */
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { replacing } from '../../../electron/outbox/idempotent-write.ts';
import type { Sender } from '../../../electron/outbox/write-kind.ts';
import { affectsNothing } from '../../../electron/service/affected-data.ts';
import { writeContext } from './context.ts';

interface Project {
  name: string;
  icon: string;
}
const Payload = z.object({ name: z.string(), whole: z.object({ name: z.string(), icon: z.string() }).nullable() });
const sender = { client: {} } as Sender;

/** A project at the service, and the write that renames it. */
function renaming() {
  const stored: Project = { name: 'Web', icon: 'Globe' };
  const replace = vi.fn(async (_: unknown, whole: Project) => void Object.assign(stored, whole));
  const kind = replacing<Project, z.infer<typeof Payload>>({
    kind: 'project.rename',
    schema: Payload,
    affects: affectsNothing,
    read: async ({ name }) => ({ ...stored, name }),
    replace,
    describe: () => 'Rename Web',
    rejected: () => 'Web keeps its name',
  });
  return { stored, kind };
}

test('the record is read just before the request, so that its other fields stay', async () => {
  const { stored, kind } = renaming();
  const payload = { name: 'Shop', whole: { name: 'Shop', icon: 'Globe' } };
  expect(await kind.prepare?.({ name: 'Shop', whole: null }, sender, writeContext())).toEqual({ payload });
  await kind.send(payload, sender, writeContext());
  expect(stored).toEqual({ name: 'Shop', icon: 'Globe' });
});

test('after a lost answer the record is read again: a colleague’s change in between stays', async () => {
  const { stored, kind } = renaming();
  const lost = { name: 'Shop', whole: { name: 'Shop', icon: 'Globe' } };
  stored.icon = 'Cart';
  const payload = { name: 'Shop', whole: { name: 'Shop', icon: 'Cart' } };
  expect(await kind.prepare?.(lost, sender, writeContext({ isRepeated: true }))).toEqual({ payload });
});
