/** What windows read of projects is announced as stale when a write about them is added and when it leaves. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProjects, type ProjectsOptions } from '../../../../electron/features/projects/projects-service.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { testContext } from '../context.ts';

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-revisions-'));
  const { database } = openDatabase(join(folder, 'punchcard.sqlite'), new Date());
  onTestFinished(() => database.close());
  const announced: string[] = [];
  const writes: { id: number; kind: string }[] = [];
  const projects = createProjects(
    { ...testContext(database, () => 0), readAgain: (subject) => void announced.push(subject) },
    {
      account: { id: () => 'a' },
      outbox: {
        openOfKinds: (_: string, ...kinds: string[]) =>
          writes.filter(({ kind }) => kinds.some((prefix) => kind.startsWith(prefix))),
      },
    } as unknown as ProjectsOptions,
  );
  return { projects, writes, announced };
}

test.each(['project.update', 'webhook.remove', 'code-host.link', 'calendar.add', 'label.rename'])('%s', (kind) => {
  const { projects, writes, announced } = setUp();
  writes.push({ id: 1, kind });
  projects.pendingChanged();
  expect(announced).toEqual(['projects']);
  // The write is being sent: nothing that was read changes.
  projects.pendingChanged();
  expect(announced).toEqual(['projects']);
  writes.pop();
  projects.pendingChanged();
  expect(announced).toEqual(['projects', 'projects']);
});

test('a time entry changes nothing of a project', () => {
  const { projects, writes, announced } = setUp();
  writes.push({ id: 1, kind: 'entry.create' });
  projects.pendingChanged();
  expect(announced).toEqual([]);
});
