/**
 * Commands that work while the app is not running: show the status, and add a task to the inbox. They use the app's database, but
 * never the outbox, which only the app may change.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Name } from '../../shared/contract/fields.ts';
import { NewerDatabaseError } from '../../shared/errors/database-errors.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { addedReply, failedReply, signedOutReply, statusReply } from '../cli/answers.ts';
import type { Reply, Request } from '../cli/protocol.ts';
import { readTasks } from '../cli/read-tasks.ts';
import type { SetTerminalLanguage } from '../cli/terminal-language.ts';
import { storedDirectory, storedLastProject } from '../features/projects/workspace-directory.ts';
import { directoryForParser } from '../features/quick-add/create-tasks.ts';
import { addToInbox } from '../features/quick-add/inbox.ts';
import { storedAssignedTasks } from '../features/tasks/assigned-tasks.ts';
import { createEntries } from '../features/time/entry-store.ts';
import { type Database, openDatabaseForCommandLine } from '../store/database.ts';
import { createSettings } from '../store/settings.ts';

const Account = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: Name,
  workspace_id: z.string().nullable(),
  kind: z.string(),
});

/** Never rejects. */
export async function answerWithoutApp(
  dataFolder: string,
  request: Extract<Request, { do: 'add' | 'status' }>,
  setLanguage: SetTerminalLanguage,
): Promise<Reply> {
  const path = join(dataFolder, 'punchcard.sqlite');
  if (!existsSync(path)) return signedOutReply();
  let database: Database | undefined;
  try {
    database = openDatabaseForCommandLine(path);
    return await answer(database, request, setLanguage);
  } catch (error) {
    if (error instanceof NewerDatabaseError) return failedReply(messages.app.newerData);
    return failedReply(messages.cli.dataUnreadable({ why: error instanceof Error ? error.message : String(error) }));
  } finally {
    database?.close();
  }
}

async function answer(
  database: Database,
  request: Extract<Request, { do: 'add' | 'status' }>,
  setLanguage: SetTerminalLanguage,
): Promise<Reply> {
  const settings = createSettings(database);
  await setLanguage(settings.read().language);
  const id = settings.readValue('current-account') ?? null;
  const row = Account.safeParse(
    database.prepare('SELECT id, user_id, user_name, workspace_id, kind FROM account WHERE id = ?').get(id),
  );
  if (!row.success || row.data.workspace_id === null) return signedOutReply();
  const account = row.data;
  if (request.do === 'status') return statusReply(createEntries(database).running(account.id), Date.now());

  const of = { accountId: account.id, workspaceId: row.data.workspace_id };
  const lists = storedDirectory(database, of);
  if (lists.projects.length === 0) {
    return failedReply(messages.cli.noProjects);
  }
  const directory = directoryForParser(lists, {
    me: { id: account.user_id, name: account.user_name },
    lastProjectId: storedLastProject(database, of),
    assigned: storedAssignedTasks(database, of.accountId, of.workspaceId)?.list.tasks ?? [],
    assignToMe: settings.read().assignToMe,
    isLocal: account.kind === 'local',
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  });
  const read = await readTasks(request.text, { ...directory, now: new Date() });
  if (!read.ok) return failedReply(read.why);
  addToInbox(database, account.id, read.tasks, new Date());
  return addedReply(read, [messages.cli.sentLater({ tasks: read.tasks.length })]);
}
