/** What the window shows of all open accounts together: which they are, their assigned tasks, and what is not sent. */
import type { OpenAccountView, OutboxView, TasksView } from '../../shared/contract/index.ts';
import { outboxView } from '../features/outbox/index.ts';
import type { Features } from './features.ts';

/** In their order. */
export function openAccounts({ each, outbox }: Features): OpenAccountView[] {
  const letters = new Set<string>();
  return each().flatMap(({ account, tasks }) => {
    const view = account.view();
    if (view === null) return [];
    const { id, kind, server, userName, status, workspaces, workspaceId } = view;
    const { total, failingSince } = tasks.view();
    const letter = freeLetter(kind === 'local' ? lastWord(server) : siteName(server), letters);
    letters.add(letter);
    return {
      id,
      server,
      isLocal: kind === 'local',
      letter,
      userName,
      workspace: workspaces.find((one) => one.id === workspaceId)?.name ?? null,
      state: status === 'signed-in' && failingSince !== null ? 'offline' : status,
      failingSince,
      tasks: total,
      waiting: outbox.count(id),
    };
  });
}

/** The tasks of all accounts, with the state of the list in front. */
export function allTasks({ each, inFront }: Features): TasksView {
  const lists = each().map((one) => ({ one, view: one.tasks.view() }));
  return {
    ...(lists.find(({ one }) => one === inFront())?.view ?? inFront().tasks.view()),
    tasks: lists.flatMap(({ one, view }) => view.tasks.map(one.account.marked)),
    total: lists.reduce((sum, { view }) => sum + view.total, 0),
  };
}

/** The unsent changes of the accounts that are signed in, the oldest first; of the others it is said how many there are. */
export function allUnsent({ account: { accounts }, outbox, time }: Features): OutboxView {
  const others = accounts.others();
  const ids = accounts.openIds().filter((id) => others.every((other) => other.id !== id));
  const views = (ids.length === 0 ? [undefined] : ids).map((id) => {
    const entryTitle = (subject: string) => {
      const entry = id === undefined ? undefined : time.entries.find(id, subject);
      return entry?.discardedAt === null ? entry.task.title : undefined;
    };
    return outboxView(outbox, id, entryTitle);
  });
  return {
    items: views.flatMap(({ items }) => items).sort((one, other) => one.createdAt.localeCompare(other.createdAt)),
    total: views.reduce((sum, { total }) => sum + total, 0),
    isPaused: views.every(({ isPaused }) => isPaused),
    others: outboxView(outbox, undefined, () => undefined, others).others,
  };
}

/** The part of a host that tells it from others: "nordlicht" in "pm.nordlicht.example". */
function siteName(host: string): string {
  const name = host.replace(/:\d+$/, '');
  const isAddress = /^[\d.]+$|^\[/.test(name);
  return (isAddress ? undefined : name.split('.').at(-2)) ?? name;
}

const lastWord = (text: string): string => text.split(' ').at(-1) ?? text;

/** The first letter of the name that no other account has; a digit if they all have one. */
function freeLetter(name: string, taken: ReadonlySet<string>): string {
  const letters = [...name.toUpperCase()].filter((letter) => /[\p{L}\d]/u.test(letter));
  return [...letters, ...'123456789'].find((letter) => !taken.has(letter)) ?? '?';
}
