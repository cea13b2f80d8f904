/** Projects and their pages: the project itself, its webhook, code host and calendars, and the workspace's labels. */
import { LOCAL_WORKSPACE_URL } from '../../../shared/contract/account-view.ts';
import type { WriteResult } from '../../../shared/contract/command.ts';
import type { ProjectPage } from '../../../shared/contract/project-view.ts';
import { AppError, type AppErrorView } from '../../../shared/errors/app-error.ts';
import { createEvents } from '../../../shared/events.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { createAwaitWrite } from '../../outbox/await-write.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';
import { serviceErrorText, toAppErrorView } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';
import type { UnreadableRecords } from '../../service/records.ts';
import { type AccountAccess, type AccountPart, nothing, workspaceOf } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { pictureAt } from './picture-file.ts';
import type { CopyPictureLine } from './picture-lines.ts';
import type { ProjectWrite, Undoable } from './project-write.ts';
import { applyPendingToProject, pendingOrder, readProject } from './read-project.ts';
import { imageAttach, type PictureFile } from './upload-writes.ts';
import { createWorkspaceDirectory } from './workspace-directory.ts';

export interface ProjectEvents {
  projectChanged: string;
  /** It was archived, deleted or moved to another workspace. */
  projectLeft: string;
  labelsChanged: undefined;
  directoryChanged: undefined;
  /** The projects of the workspace that are not archived. */
  projectsListed: readonly string[];
}

export interface ProjectsOptions {
  account: AccountAccess;
  outbox: Outbox;
  /** null if the user cancels. */
  choosePicture: () => Promise<string | null>;
  /** Whether pictures can be uploaded; null if the server does not say. */
  hasUploads: () => Promise<boolean | null>;
  copyPictureLine: CopyPictureLine;
}

const PENDING_KINDS = ['project.', 'webhook.', 'code-host.', 'calendar.', 'label.'] as const;

export type ProjectsService = ReturnType<typeof createProjects>;

export function createProjects(
  context: FeatureContext,
  { account, outbox, choosePicture, hasUploads, copyPictureLine }: ProjectsOptions,
) {
  const { permissions } = account;
  const events = createEvents<ProjectEvents>(context.runInBackground);
  const write = createAwaitWrite({ outbox, now: context.now });
  const directory = createWorkspaceDirectory({
    database: context.database,
    now: context.steady,
    onChange: () => {
      context.invalidate('projects', 'taskPage', 'pictures');
      events.emit('directoryChanged');
    },
    onProjects: (projectIds) => events.emit('projectsListed', projectIds),
    onUnreadable: (unreadable) => context.reportUnreadable('workspace', unreadable),
  });
  const id = () => account.required().id;
  let lastPage: ProjectPage | undefined;
  /** Subjects of the uploads whose page waits for the result. */
  const awaitedUploads = new Set<string>();

  function workspaceId(): string {
    const { workspaceId: current } = account.required();
    if (current !== null) return current;
    throw new AppError({ kind: 'no-workspace', ...messages.errors.project.noWorkspace });
  }

  /** The service's public address; null for the local workspace. */
  function webUrl(): string | null {
    const { baseUrl, webUrl: stored } = account.required();
    return baseUrl === LOCAL_WORKSPACE_URL ? null : (stored ?? baseUrl.replace(/\/api$/, ''));
  }

  /** The part of the page, for the message if the server lacks it. */
  async function readPart<T>(part: string, work: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await account.read(work);
    } catch (error) {
      if (error instanceof ServiceError) permissions.learn(error);
      const appError = sectionError(error, account.server(), part);
      throw appError === undefined ? error : new AppError(appError, error);
    }
  }

  /** A list with a count of its unreadable records. */
  async function readList<T>(
    part: 'calendar' | 'code-host',
    work: (client: Client) => Promise<{ value: T; unreadable: UnreadableRecords | undefined }>,
  ): Promise<T> {
    const { value, unreadable } = await readPart(part, work);
    context.reportUnreadable(part, unreadable);
    return value;
  }

  /** Ids of the waiting writes that the last answers took into account. */
  let pending = '';

  /** A write about a project was added or left the outbox: what windows read of it is stale. */
  function pendingChanged(): void {
    const writes = outbox.openOfKinds(account.id() ?? '', ...PENDING_KINDS);
    const ids = writes.map((write) => write.id).join(' ');
    if (ids === pending) return;
    pending = ids;
    context.readAgain('projects');
  }

  function itemOf<P, T>(kind: ProjectWrite<P, T>, payload: P) {
    // A command names its account too, which the item does already.
    return { accountId: id(), kind: kind.kind, subject: kind.subject(payload), payload: kind.schema.parse(payload) };
  }

  /**
   * Puts a write into the outbox, waits for its result, and refreshes the views that show what it changes. `undoable`: by default it
   * is listed among the changes as one that cannot be undone.
   */
  async function run<P, T>(
    kind: ProjectWrite<P, T>,
    payload: P,
    undoable: Undoable<P> = { text: kind.describe(payload), obstacle: messages.app.cannotBeUndone },
  ): Promise<WriteResult<T>> {
    const result = await write(itemOf(kind, payload), (value) => kind.result(value, payload));
    if (result.state !== 'rejected') {
      accepted(kind, payload, result.state);
      const offer = offerUndo(kind, payload, undoable);
      // The page says that a change waits.
      if (result.state === 'done' && 'inverse' in undoable) context.showToast(undoable.text, offer);
    }
    return result;
  }

  function accepted<P, T>(kind: ProjectWrite<P, T>, payload: P, state: 'done' | 'waits'): void {
    const changed = kind.changes?.(payload);
    if (changed === undefined) return;
    const isLeft = typeof changed === 'object' && changed.event === 'projectLeft';
    // A project that leaves disappears at once, even if the service gets the write later.
    if (state === 'waits' && !isLeft) return;
    directory.changed();
    if (typeof changed === 'object') events.emit(changed.event, changed.projectId);
    else if (changed === 'labels') events.emit('labelsChanged');
  }

  function offerUndo<P, T>(kind: ProjectWrite<P, T>, payload: P, { text, subjects, ...how }: Undoable<P>) {
    const item = itemOf(kind, payload);
    const send = (sent: P) => (): void => {
      const settled = outbox.settled(outbox.add({ ...item, payload: sent }, context.now()));
      outbox.wake();
      void settled.then(({ state }) => state === 'sent' && accepted(kind, sent, 'done'));
    };
    return context.undo.offer({
      accountId: item.accountId,
      text,
      label: messages.tasks.undo,
      // What cannot be undone must not keep changes of something else from being undone.
      subjects: subjects ?? ['inverse' in how ? item.subject : `${item.subject}:${item.kind}`],
      undo: send('inverse' in how ? how.inverse : payload),
      redo: send(payload),
      ...('obstacle' in how && { obstacle: () => how.obstacle }),
    });
  }

  /** The page of the project as shown last, with the changes since. */
  function shownPage(projectId: string): ProjectPage | undefined {
    if (lastPage?.project.id !== projectId) return undefined;
    const open = outbox.openOfKinds(id(), 'project.');
    return { ...lastPage, project: applyPendingToProject(lastPage.project, open) };
  }

  /** The ids of the projects as shown last, in order. */
  function shownOrder(): string[] | undefined {
    const open = outbox.openOfKinds(id(), 'project.');
    return pendingOrder(open, workspaceId()) ?? lastPage?.order.map((one) => one.id);
  }

  async function chosenPicture(): Promise<PictureFile | null> {
    const path = await choosePicture();
    return path === null ? null : pictureAt(path);
  }

  const part: AccountPart = {
    load: (of) => directory.load(workspaceOf(of)),
    start: ({ account: { id: accountId }, client }, workspace) =>
      directory.start({ accountId, workspaceId: workspace }, client),
    transfer: nothing,
    stop: directory.stop,
  };

  return {
    on: events.on,
    part,
    directory,
    hasUploads,
    id,
    workspaceId,
    webUrl,
    readPart,
    readList,
    run,
    chosenPicture,
    pendingChanged,
    shownPage,
    shownOrder,
    /** Whether the service has a project with this slug, archived or not. Throws ServiceError and AppError. */
    async hasProject(slug: string): Promise<boolean> {
      const listed = await account.read((client) => client.listProjects(workspaceId(), { includeArchived: true }));
      return listed.some((project) => project.slug.toLowerCase() === slug.toLowerCase());
    },
    async read(projectId: string): Promise<ProjectPage> {
      permissions.refreshIfStale();
      directory.refreshIfStale();
      const { id: accountId, workspaces } = account.required();
      const open = outbox.openOfKinds(accountId, 'project.');
      const source = { workspaceId: workspaceId(), workspaces, webUrl: webUrl(), open };
      lastPage = await readPart('project', (client) => readProject(client, source, projectId));
      return lastPage;
    },
    /** Lets the user choose a picture and uploads it; its markdown is copied (`sent`). null if the user cancels. */
    async attachPicture(task: { id: string; identifier: string }): Promise<WriteResult<string> | null> {
      const file = await chosenPicture();
      if (file === null) return null;
      const upload = { taskId: task.id, identifier: task.identifier, file };
      const item = itemOf(imageAttach, upload);
      awaitedUploads.add(item.subject);
      const result = await write(item, (value) => imageAttach.result(value, upload));
      awaitedUploads.delete(item.subject);
      return result;
    },
    /** Copies the markdown of a picture, and says so if its page no longer waits for it, also after a restart. */
    sent({ kind, subject, createdAt, payload }: OutboxItem, value: unknown): void {
      // The link of an account that was signed out of meanwhile cannot be opened.
      if (kind !== imageAttach.kind || account.current() === null) return;
      const upload = imageAttach.schema.parse(payload);
      const lines = copyPictureLine(imageAttach.result(value, upload), createdAt);
      if (awaitedUploads.has(subject)) return;
      const about = { task: upload.identifier, file: upload.file.name, lines };
      const text = messages.outbox.task.uploaded(about);
      context.showToast(text, undefined, upload.taskId);
    },
  };
}

/** The message for a part of a project that cannot be read; undefined if the general one fits. `part`: its name in the commands. */
function sectionError(error: unknown, server: string, part: string): AppErrorView | undefined {
  if (!(error instanceof ServiceError) || error.kind !== 'rejected') return undefined;
  const texts = messages.errors.project;
  const what = (texts.parts as Partial<Record<string, string>>)[part];
  if (error.isMissingRoute && what !== undefined) return { kind: 'rejected', ...texts.noPart({ server, part: what }) };
  if (part === 'project' && (error.status === 404 || error.status === 400)) {
    return { kind: 'rejected', ...texts.none({ server }) };
  }
  if (part === 'code-host' && (error.status === 503 || error.status === 500)) {
    return { kind: 'rejected', ...texts.noCodeHost({ server, message: serviceErrorText(error) }) };
  }
  if (error.status === 403 && error.missingPermissions.length === 0 && error.code !== 'SESSION_REQUIRED') {
    return { ...toAppErrorView(error, server), nextStep: texts.askAdministrator };
  }
  return undefined;
}
