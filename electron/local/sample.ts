/** Adds and removes the sample. Its rows are marked `is_sample`. */
import { z } from 'zod';
import { dueOnDay } from '../../shared/dates/calendar-day.ts';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { createLink } from './external-links.ts';
import { findLabel } from './labels.ts';
import type { LocalContext } from './local-context.ts';
import { getOwner, getWorkspace } from './people.ts';
import { createProject } from './projects.ts';
import { createRelation } from './relations.ts';
import {
  SAMPLE_LABELS,
  SAMPLE_PEOPLE,
  SAMPLE_PROJECTS,
  SAMPLE_RELATIONS,
  type SampleDue,
  type SamplePerson,
  type SampleProject,
  type SampleTask,
} from './sample-data.ts';
import { newId } from './secrets.ts';
import { createTask } from './tasks.ts';

export function hasSample(context: LocalContext): boolean {
  return context.database.has(
    'SELECT 1 FROM project WHERE is_sample = 1 UNION ALL SELECT 1 FROM task WHERE is_sample = 1',
  );
}

/** Does nothing if the sample exists. */
export function addSample(context: LocalContext): void {
  context.database.transaction(() => {
    if (hasSample(context)) return;
    const people = addPeople(context);
    const { sample } = context.names();
    const workspaceId = getWorkspace(context).id;
    for (const [text, color] of Object.entries(SAMPLE_LABELS)) {
      const name = sample(text);
      // One of an earlier sample stays with the person's tasks.
      if (findLabel(context, { name, color, workspaceId, taskId: null }) === undefined)
        addLabel(context, null, name, color);
    }
    const tasks = new Map(SAMPLE_PROJECTS.flatMap((project) => addProject(context, project, people)));
    for (const { type, from, to } of SAMPLE_RELATIONS) {
      const [sourceTaskId, targetTaskId] = [tasks.get(from), tasks.get(to)];
      if (sourceTaskId === undefined || targetTaskId === undefined) throw new Error(`No sample task: ${from}, ${to}`);
      createRelation(context, { sourceTaskId, targetTaskId, relationType: type });
    }
  });
}

const TaskId = z.object({ id: z.string() });

/**
 * Removes the sample and the time entries on its tasks. A sample project that contains a task of the person stays, and so does the
 * sample person that the task is assigned to. Returns the ids of the removed tasks.
 */
export function clearSample(context: LocalContext): string[] {
  const { database } = context;
  return database.transaction(() => {
    const removed = database.all(TaskId, 'SELECT id FROM task WHERE is_sample = 1').map(({ id }) => id);
    database.delete('task', { isSample: true });
    // A definition stays if the person's tasks have it.
    database.run(
      `DELETE FROM label WHERE is_sample = 1 AND NOT EXISTS (SELECT 1 FROM label own WHERE own.is_sample = 0
         AND own.task_id IS NOT NULL AND own.name = label.name AND own.color = label.color)`,
    );
    database.run('UPDATE label SET is_sample = 0');
    database.run(
      'DELETE FROM project WHERE is_sample = 1 AND NOT EXISTS (SELECT 1 FROM task WHERE task.project_id = project.id)',
    );
    database.run('UPDATE project SET is_sample = 0');
    database.run(
      `DELETE FROM person WHERE is_sample = 1 AND NOT EXISTS (SELECT 1 FROM task WHERE task.user_id = person.id)
         AND NOT EXISTS (SELECT 1 FROM time_entry WHERE time_entry.user_id = person.id)`,
    );
    database.run('UPDATE person SET is_sample = 0');
    return removed;
  });
}

function addPeople(context: LocalContext): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [key, { name, email }] of Object.entries(SAMPLE_PEOPLE)) {
    const id = newId();
    context.database.insert('person', { id, name, email, isSample: true });
    ids.set(key, id);
  }
  return ids;
}

function addLabel(context: LocalContext, taskId: string | null, name: string, color: string): void {
  const label = { id: newId(), workspaceId: getWorkspace(context).id, taskId, name, color, isSample: true };
  context.database.insert('label', { ...label, createdAt: context.timestamp() });
}

/** Returns the ids of the new tasks by their English titles. */
function addProject(
  context: LocalContext,
  project: SampleProject,
  people: Map<string, string>,
): [title: string, id: string][] {
  const { sample } = context.names();
  const projectId = createProject(context, {
    name: sample(project.name),
    slug: freeSlug(context, project.slug),
    description: sample(project.description),
    isSample: true,
  });
  context.database.update('project', { id: projectId }, { lastTaskNumber: project.firstNumber - 1 });
  const owner = getOwner(context).id;
  const idOf = (assignee: SamplePerson | null | undefined) =>
    assignee === undefined ? owner : assignee === null ? null : (people.get(assignee) ?? null);

  return project.tasks.map((task) => {
    const taskId = createTask(context, {
      projectId,
      title: sample(task.title),
      description: sample(task.description ?? ''),
      status: task.status ?? 'to-do',
      priority: task.priority ?? 'medium',
      startDate: null,
      dueDate: task.due === undefined ? null : dueDate(task.due, context.now()),
      userId: idOf(task.assignee),
      isSample: true,
    });
    for (const label of task.labels ?? []) addLabel(context, taskId, sample(label), SAMPLE_LABELS[label]);
    for (const { url, title } of task.links ?? []) createLink(context, taskId, url, sample(title));
    for (const work of task.worked ?? []) addEntry(context, taskId, { ...work, note: sample(work.note) }, people);
    return [task.title, taskId];
  });
}

function addEntry(
  context: LocalContext,
  taskId: string,
  { by, day, at: [hours, minute], minutes, note }: NonNullable<SampleTask['worked']>[number],
  people: Map<string, string>,
): void {
  const now = new Date(context.now());
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, hours, minute);
  const endTime = new Date(start.getTime() + minutes * MINUTE_MS).toISOString();
  context.database.insert('time_entry', {
    id: newId(),
    taskId,
    userId: people.get(by) ?? null,
    description: note,
    startTime: start.toISOString(),
    endTime,
    duration: minutes * 60,
    createdAt: endTime,
    updatedAt: endTime,
  });
}

/** A project of the person may already have this slug. */
function freeSlug(context: LocalContext, preferred: string): string {
  const isTaken = (slug: string) =>
    context.database.has('SELECT 1 FROM project WHERE slug = :slug COLLATE NOCASE', { slug });
  let slug = preferred;
  for (let copy = 2; isTaken(slug); copy += 1) slug = `${preferred}${copy}`;
  return slug;
}

function dueDate(due: SampleDue, nowMs: number): string {
  const now = new Date(nowMs);
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if ('inHours' in due) {
    // Late in the evening, "in two hours" would be tomorrow; the sample needs a time today.
    const endOfDay = new Date(year, month, date, 23, 59);
    const requested = new Date(year, month, date, now.getHours() + due.inHours, 15);
    return new Date(Math.min(requested.getTime(), endOfDay.getTime())).toISOString();
  }
  if (due.at === undefined) return dueOnDay({ year, month: month + 1, day: date + due.day });
  return new Date(year, month, date + due.day, ...due.at).toISOString();
}
