/**
 * Commands that work while the app is not running: show the status, and leave tasks in the drop folder. They read what the app wrote
 * into the startup snapshot; only the app opens the database.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { accountNamed } from '../../shared/accounts.ts';
import { type AssistantKind, AssistantSettings, permissionsFor } from '../../shared/contract/assistants.ts';
import { TaskRefSchema } from '../../shared/contract/task-schema.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { groupByAccount, onlyAccount } from '../../shared/quick-add/accounts.ts';
import { readPrivateFile } from '../files/private-file.ts';
import { addedReply, failedReply, noSuchAccount, signedOutReply, statusReply } from './answers.ts';
import type { Asked } from './commands.ts';
import { dropTasks, openDropFolder } from './drop-folder.ts';
import type { Reply } from './protocol.ts';
import { readTasks } from './read-tasks.ts';
import type { SetTerminalLanguage } from './terminal-language.ts';

const Named = { id: z.string(), name: z.string() };
const Lists = z.object({
  labels: z.array(z.object({ ...Named, color: z.string() })),
  people: z.array(z.object({ ...Named, email: z.string() })),
  columns: z.record(z.string(), z.array(z.object({ slug: z.string(), name: z.string(), isFinal: z.boolean() }))),
  me: z.object(Named),
  lastProjectId: z.string().nullable(),
  assignToMe: z.boolean(),
});
const Directory = Lists.extend({
  projects: z.array(z.object({ ...Named, slug: z.string(), account: z.object(Named).exactOptional() })),
  byAccount: z.record(z.string(), Lists).exactOptional(),
  locale: z.string(),
});

/** The part of the startup snapshot that a command line needs. */
const Snapshot = z.object({
  quickAdd: z.object({ accountId: z.string(), directory: Directory }),
  state: z.object({
    // Without `host`: of an earlier version.
    accounts: z
      .array(z.object({ ...Named, server: z.string(), host: z.string().exactOptional() }))
      .transform((all) => all.map((one) => ({ ...one, host: one.host ?? one.server })))
      .default([]),
    settings: z.object({ language: z.enum(['system', 'en', 'de']), assistants: AssistantSettings.optional() }),
    time: z.object({ running: z.object({ task: TaskRefSchema, startTime: z.iso.datetime() }).nullable() }),
  }),
});

/** null: only the app can say. `by`: the assistant that asks. Never rejects. */
export async function answerWithoutApp(
  dataFolder: string,
  asked: Extract<Asked, { do: 'add' | 'status' }>,
  setLanguage: SetTerminalLanguage,
  by?: string,
): Promise<Reply | null> {
  const snapshot = readSnapshot(dataFolder);
  if (snapshot === null) return null;
  if (snapshot === 'signed-out') return signedOutReply();
  const { quickAdd, state } = snapshot;
  await setLanguage(state.settings.language);
  const now = new Date();
  if (asked.do === 'status') return statusReply(state.time.running ?? undefined, now.getTime());

  const named = asked.account;
  const only = named === undefined ? undefined : accountNamed(named, state.accounts)?.id;
  if (named !== undefined && only === undefined) return noSuchAccount(named, state.accounts);
  const directory = only === undefined ? quickAdd.directory : onlyAccount(quickAdd.directory, only);
  if (directory.projects.length === 0) return failedReply(messages.cli.noProjects);
  const read = await readTasks(asked.text ?? '', { ...directory, now });
  if (!read.ok) return failedReply(read.why);
  const names: string[] = [];
  try {
    for (const [accountId, tasks] of groupByAccount(read.tasks, quickAdd.accountId)) {
      const dropped = { accountId, tasks, writtenAt: now.toISOString(), ...(by !== undefined && { by }) };
      names.push(dropTasks(dataFolder, dropped));
    }
  } catch (error) {
    // All accounts or none.
    for (const name of names) openDropFolder(dataFolder).remove(name);
    return failedReply(messages.cli.notStored({ why: (error as Error).message }));
  }
  return addedReply(read, [messages.cli.sentLater({ tasks: read.tasks.length })]);
}

/** Whether this assistant may do all of these without a question: only the app can ask one. Never throws. */
export function isAllowedWithoutApp(
  dataFolder: string,
  client: string,
  tool: string,
  kinds: readonly AssistantKind[],
): boolean {
  const snapshot = readSnapshot(dataFolder);
  const allowed = snapshot === null || snapshot === 'signed-out' ? undefined : snapshot.state.settings.assistants;
  if (allowed?.on !== true || allowed.disconnected.includes(client)) return false;
  return kinds.length > 0 && permissionsFor(allowed, tool, kinds).every((one) => one === 'yes');
}

/** Of the open accounts, each on one line. Never throws. */
export function accountNames(dataFolder: string): string[] {
  const snapshot = readSnapshot(dataFolder);
  return snapshot === null || snapshot === 'signed-out' ? [] : snapshot.state.accounts.map(({ name }) => name);
}

/** The app deletes the snapshot when the person signs out. null if it is unreadable, or from a version that did not write all this. */
function readSnapshot(dataFolder: string): z.infer<typeof Snapshot> | 'signed-out' | null {
  try {
    // Named in electron/store/startup-snapshot.ts.
    return Snapshot.parse(JSON.parse(readPrivateFile(join(dataFolder, 'last-state.json'))));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'signed-out' : null;
  }
}
