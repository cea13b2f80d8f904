/** The content of the sample, and its removal without leftovers or loss of other data. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SAMPLE_LABELS, SAMPLE_PROJECTS } from '../../../electron/local/sample-data.ts';
import { SAMPLE_GERMAN } from '../../../electron/local/sample-german.ts';
import {
  AssignedTasks,
  BoardResponse,
  ProjectListItem,
  Task,
  TaskRelationWithTasks,
} from '../../../electron/service/records.ts';
import { Priority } from '../../../shared/contract/task-schema.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

const projects = async ({ call, workspaceId }: TestWorkspace) =>
  ProjectListItem.array().parse((await call('GET', `/project?workspaceId=${workspaceId}`)).json);
const tasks = async ({ call, workspaceId }: TestWorkspace) =>
  Task.array().parse((await call('GET', `/task?workspaceId=${workspaceId}`)).json);
const assigned = async ({ call, workspaceId }: TestWorkspace) =>
  AssignedTasks.parse((await call('GET', `/task/assigned?workspaceId=${workspaceId}`)).json);

describe('the sample', () => {
  test('has two projects and tasks of every priority, most of them assigned to the owner', async () => {
    const local = await testWorkspace();
    local.workspace.addSample();
    expect(local.workspace.hasSample()).toBe(true);
    expect(local.workspace.isEmpty()).toBe(false);
    expect((await projects(local)).map((project) => project.slug)).toEqual(['ME', 'PAY', 'WEB']);
    const all = await tasks(local);
    expect(all.length).toBeGreaterThan(20);
    expect(new Set(all.map((task) => task.priority))).toEqual(new Set(Priority.options));
    expect(all.filter((task) => task.userId === local.userId).length).toBeGreaterThan(all.length / 2);
    expect(all.some((task) => task.userId !== null && task.userId !== local.userId)).toBe(true);
  });

  test('has two overdue tasks, three due today (two of them within hours), and others without a date', async () => {
    const local = await testWorkspace();
    local.workspace.addSample();
    const now = new Date(local.clock.ms);
    const today = [now.getFullYear(), now.getMonth(), now.getDate()] as const;
    const dayStart = (ahead: number) => new Date(today[0], today[1], today[2] + ahead).getTime();
    const due = (await assigned(local)).tasks.flatMap(({ dueDate }) => {
      if (dueDate === null) return [];
      return [Date.parse(dueDate)];
    });
    expect(due.filter((at) => at < dayStart(0))).toHaveLength(2);
    const dueToday = due.filter((at) => at >= dayStart(0) && at < dayStart(1));
    expect(dueToday).toHaveLength(3);
    expect(dueToday.filter((at) => at > local.clock.ms)).toHaveLength(2);
    expect(dueToday).toContain(dayStart(0));
    expect((await assigned(local)).tasks.some((task) => task.dueDate === null)).toBe(true);
  });

  test('stays on today late in the evening', async () => {
    const evening = new Date(2026, 10, 18, 23, 30).getTime();
    const local = await testWorkspace({ now: () => evening });
    local.workspace.addSample();
    const { tasks } = await assigned(local);
    const endOfDay = new Date(2026, 10, 19).getTime();
    const soon = tasks.map((task) => Date.parse(task.dueDate ?? '')).filter((at) => at > evening && at < endOfDay);
    expect(soon.length).toBeGreaterThanOrEqual(2);
  });

  test('has subtasks, blocking tasks, links and time entries of others', async () => {
    const local = await testWorkspace();
    local.workspace.addSample();
    const website = (await projects(local)).find((project) => project.slug === 'WEB');
    const { data } = BoardResponse.parse((await local.call('GET', `/task/tasks/${website?.id}?limit=100`)).json);
    const onBoard = data.columns.flatMap((column) => column.tasks);
    expect(onBoard.find(({ title }) => title.startsWith('New pricing table'))?.subtaskCounts).toEqual({
      completed: 1,
      total: 3,
    });
    expect([data.archivedTasks.length, onBoard.some(({ assigneeName }) => assigneeName === 'Mira Lindqvist')]).toEqual([
      1,
      true,
    ]);
    const refund = (await tasks(local)).find(({ title }) => title?.startsWith('Refund fails'));
    const relations = (await local.call('GET', `/task-relation/${refund?.id}`)).json;
    expect(TaskRelationWithTasks.array().parse(relations)).toMatchObject([{ relationType: 'blocks' }]);
    expect((await local.call('GET', `/external-link/task/${refund?.id}`)).json).toHaveLength(2);
    const tokens = (await tasks(local)).find(({ title }) => title?.startsWith('Move the card form'));
    expect((await local.call('GET', `/time-entry/task/${tokens?.id}`)).json).toMatchObject([
      { userName: 'Jonas Weber', duration: 5700 },
      { userName: 'Adaeze Obi' },
    ]);
  });

  test('exists once, even if it is added repeatedly', async () => {
    const local = await testWorkspace();
    local.workspace.addSample();
    local.workspace.addSample();
    expect(await projects(local)).toHaveLength(3);
  });

  test('is removed completely', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'punchcard-sample-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'local.db');
    const { workspace } = await testWorkspace({ path });
    const rows = () => {
      const file = new DatabaseSync(path, { readOnly: true });
      const tables = [
        'person',
        'project',
        'board_column',
        'task',
        'label',
        'time_entry',
        'task_relation',
        'external_link',
      ];
      const all = tables.map((table) => file.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
      file.close();
      return all;
    };
    const before = rows();
    workspace.addSample();
    expect(rows().map((table) => table.length)).not.toEqual(before.map((table) => table.length));
    workspace.clearSample();
    expect(rows()).toEqual(before);
  });

  test('is removed with the time entries on its tasks; the person’s data stays', async () => {
    const local = await testWorkspace();
    const { workspace, call, addTask } = local;
    const own = await addTask({ title: 'Mine' });
    workspace.addSample();
    const sampleTask = (await assigned(local)).tasks[0]?.id;
    const entryOn = async (taskId: string | undefined) => {
      const { json } = await call('POST', '/time-entry', { taskId, startTime: '2026-11-18T09:00:00Z' });
      return z.object({ id: z.string() }).parse(json).id;
    };
    const [ownEntry, sampleEntry] = [await entryOn(own.id), await entryOn(sampleTask)];

    workspace.clearSample();
    expect(workspace.hasSample()).toBe(false);
    expect((await projects(local)).map((project) => project.slug)).toEqual(['ME']);
    expect(await tasks(local)).toMatchObject([{ id: own.id }]);
    expect((await call('GET', `/time-entry/${ownEntry}`)).status).toBe(200);
    expect((await call('GET', `/time-entry/${sampleEntry}`)).status).toBe(400);
    expect((await call('GET', '/user/me')).status).toBe(200);
  });

  test('keeps a sample project with the person’s own task; a new sample gets other slugs', async () => {
    const local = await testWorkspace();
    const { workspace, call } = local;
    workspace.addSample();
    const payments = (await projects(local)).find((project) => project.slug === 'PAY');
    const jonas = (await tasks(local)).find((task) => task.assigneeName === 'Jonas Weber')?.userId;
    const body = { title: 'Mine', description: '', priority: 'low', status: 'to-do', userId: jonas };
    await call('POST', `/task/${payments?.id}`, body);

    workspace.clearSample();
    expect((await projects(local)).map((project) => project.slug)).toEqual(['ME', 'PAY']);
    expect(await tasks(local)).toMatchObject([{ title: 'Mine', number: 145, assigneeName: 'Jonas Weber' }]);
    expect(workspace.hasSample()).toBe(false);

    workspace.addSample();
    expect((await projects(local)).map((project) => project.slug)).toEqual(['ME', 'PAY', 'PAY2', 'WEB']);
  });
});

describe('in German', () => {
  test('tasks, projects, columns, labels and the owner have German names; relations and links are complete', async () => {
    const local = await testWorkspace({ language: () => 'de' });
    local.workspace.addSample();
    expect(local.workspace.openSession().user.name).toBe('Ich');
    const names = (await projects(local)).map(({ name }) => name);
    expect(names).toEqual(['Persönlich', 'Zahlungen', 'Website']);
    const [personal] = await projects(local);
    const { json } = await local.call('GET', `/column/${personal?.id}`);
    expect(
      z
        .object({ name: z.string() })
        .array()
        .parse(json)
        .map(({ name }) => name),
    ).toEqual(['Zu erledigen', 'In Arbeit', 'In Prüfung', 'Erledigt']);
    const titles = (await tasks(local)).map(({ title }) => title);
    expect(titles).toContain('Neue Preistabelle vor dem Start der Kampagne');
    const english = await testWorkspace();
    english.workspace.addSample();
    const own = new Set((await tasks(english)).map(({ title }) => title));
    expect(titles.filter((title) => own.has(title))).toEqual([]);
  });

  test('no text of the sample is left in English', () => {
    const texts = SAMPLE_PROJECTS.flatMap(({ name, description, tasks: all }) => [
      name,
      description,
      ...all.flatMap((task) => [
        task.title,
        task.description ?? [],
        task.links?.map(({ title }) => title) ?? [],
        task.worked?.map(({ note }) => note) ?? [],
      ]),
    ]).flat();
    const missing = [...texts, ...Object.keys(SAMPLE_LABELS)].filter((text) => SAMPLE_GERMAN[text] === undefined);
    expect(missing).toEqual([]);
  });
});
