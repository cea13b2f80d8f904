/**
 * A hostile run in simulated time: a person works with several open accounts, at least one on each of two servers with faults of their
 * own, and with one timer. Then everything recovers, and all sides are audited (audit.ts). The seed decides everything except ids.
 */

import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TASK_CREATE, type TaskCreatePayload } from '../../electron/features/tasks/task-create-write.ts';
import { ServiceError } from '../../electron/service/errors.ts';
import { backUp } from '../../electron/store/backup.ts';
import { transaction } from '../../electron/store/database.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { NewerDatabaseError } from '../../shared/errors/database-errors.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { seedIds } from '../seeded-ids.ts';
import { audit, auditOwners, type Findings, isEmpty, type Journal, noFindings, sentKeys, startKey } from './audit.ts';
import { createChance } from './chance.ts';
import type { PassingTime } from './clock.ts';
import { accountIn, changedSubjects, type Dump, damage, dump, dumpOf, entriesIn, verdictOn } from './damage.ts';
import {
  type Act,
  atSomeTime,
  type Believed,
  byDesk,
  chooseAct,
  isSame,
  isSameEntry,
  type Kept,
  stopped,
  type TaskOf,
} from './person.ts';
import { createHostileServer, type Delivery, type HostileServer, type Person } from './server.ts';
import { createTokens, DATABASE, newFolder, type SimulatedApp, startSimulatedApp } from './simulated-app.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const T0 = Date.UTC(2026, 10, 18, 9);
const TURN_MS = 40 * SECOND;
/** The app goes on after an answer within so many turns of the event loop. */
const QUIET_TURNS = 5;
/** The client's time limit for an answer (ms). */
const TIMEOUT_MS = 20 * SECOND;

export interface RunResult {
  seed: number;
  findings: Findings;
  /** The log, one line per step. */
  story: string[];
  /** New entries sent by the app. */
  posts: number;
  /** Audited entries and tasks. */
  audited: number;
  /** Surplus entries that the app closed itself. */
  closed: number;
  /** Questions to the person. */
  asked: number;
  starts: number;
}

/** The actions of a person at one server. */
interface Desk extends Journal {
  accountId: string;
  server: HostileServer;
  person: Person;
  /** Its account may be damaged. */
  isDamaged: boolean;
  /** Ids of entries that may have got the service's values, because the person said so. */
  unsure: Set<string>;
  /** Those that run at the service, because the person said so: they may be removed here if another timer runs. */
  leftRunning: Kept[];
}

export async function simulate(seed: number): Promise<RunResult> {
  seedIds(seed);
  const chance = createChance(seed);
  const findings = noFindings();
  const story: string[] = [];
  const counts = { posts: 0, audited: 0, starts: 0, closed: 0, asked: 0 };

  /** `wall`: the wall clock. `passed`: the elapsed time. */
  const clock = { wall: T0, passed: 0, isSet: false };
  const landings: { at: number; act: () => Promise<unknown> }[] = [];
  /** When the person, and requests of all accounts, will have waited enough. */
  const waits: number[] = [];
  /** Requests in progress that do not wait. */
  let busy = 0;

  function setPassed(at: number): void {
    const passing = Math.max(0, at - clock.passed);
    clock.wall += passing;
    clock.passed += passing;
  }
  /** Advances the time; pending requests are executed meanwhile. */
  async function spend(ms: number): Promise<void> {
    const until = clock.passed + ms;
    waits.push(until);
    // The shortest wait ends first, once the app has done what it can at this moment.
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      await nextTurn();
      if (busy > 0 || until > Math.min(...waits)) turns = -1;
    }
    for (;;) {
      const [due] = landings.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (due === undefined) break;
      landings.splice(landings.indexOf(due), 1);
      setPassed(due.at);
      await due.act();
    }
    setPassed(until);
    waits.splice(waits.indexOf(until), 1);
  }
  const time: PassingTime = {
    now: () => clock.passed,
    later: (ms, act) => void landings.push({ at: clock.passed + ms, act }),
    async spend(ms) {
      busy -= 1;
      await spend(ms).finally(() => {
        busy += 1;
      });
    },
  };

  const isCounting = chance.is(0.6);
  const serve = (name: string, email: string) =>
    createHostileServer({
      name,
      isCounting,
      email,
      chance: createChance(chance.between(0, 2 ** 31)),
      time,
      from: T0 + chance.pick([-1, 0, 1]) * HOUR,
    });
  const one = await serve('one', 'ada@example.org');
  const two = await serve('two', chance.is(0.5) ? 'ada@example.org' : 'ada@two.example');
  const hosts: Record<string, HostileServer> = { 'one.example': one, 'moved.example': one, 'two.example': two };
  const tokens = createTokens();
  const network = { down: [] as HostileServer[], killAt: null as 'before' | 'after' | null };

  const desks = new Map<string, Desk>();
  /** Those of accounts that a restored data folder does not have. */
  const former: Desk[] = [];
  /** The expected entries if the action interrupted by the kill was executed. */
  let inFlight: Map<Desk, Believed[]> | null = null;
  let backup: {
    folder: string;
    inFlight: Map<Desk, Believed[]> | null;
    desks: Pick<Desk, 'accountId' | 'believed' | 'tasks' | 'aside'>[];
  } | null = null;
  /** Entries that were changed by hand since the backup: an app that forgot the change may have sent it. */
  const edited = new Set<string>();
  const editKey = (entry: Believed) => `${entry.accountId} ${startKey(entry)}`;
  let folder = newFolder();
  let app: SimulatedApp | null = null;
  /** The local ids of entries, by what their first requests said. */
  const senders = new Map<string, string>();
  const senderKey = (person: string | undefined, taskId: string, startTime: string) =>
    `${person} ${taskId} ${startTime}`;

  function carry(...request: Parameters<typeof deliver>): Promise<Response> {
    busy += 1;
    return deliver(...request).finally(() => {
      busy -= 1;
    });
  }

  async function deliver(url: string, init: RequestInit, process: Pick<SimulatedApp, 'kill'>): Promise<Response> {
    const server = hosts[new URL(url).host];
    if (server === undefined) throw failure('ENOTFOUND');
    if (network.down.includes(server)) throw failure('ECONNREFUSED');
    const request = new Request(url, init);
    const isWrite = request.method !== 'GET' && /\/time-entry|\/task\//.test(url);
    if (isWrite && request.method === 'POST') counts.posts += 1;
    if (isWrite) checkSender(server, request, JSON.parse(String(init.body)));
    if (request.method === 'POST' && url.endsWith('/time-entry')) {
      const { taskId, startTime } = JSON.parse(String(init.body));
      const auth = request.headers.get('authorization');
      const person = server.people.find(({ token }) => auth === `Bearer ${token}`);
      const sending = dump(running().database).outbox.find(({ state, payload, account_id }) => {
        const isIts = state === 'sending' && desks.get(String(account_id))?.person === person;
        return isIts && JSON.parse(String(payload)).startTime === startTime;
      });
      senders.set(senderKey(person?.name, taskId, startTime), String(sending?.subject));
    }
    const killAt = isWrite ? network.killAt : null;
    if (killAt !== null) network.killAt = null;
    if (killAt === 'before') {
      // It was sent and is executed later or never.
      if (chance.is(0.5)) time.later(chance.between(0, 80 * SECOND), () => server.land(request));
      process.kill();
    }
    const delivery = killAt === 'before' ? ({ is: 'silence' } as const) : await server.receive(request);
    if (killAt === 'after') process.kill();
    const status = 'response' in delivery ? ` ${delivery.response.status}` : '';
    if (isWrite) story.push(`  ${request.method} ${url} ${init.body}: ${delivery.is}${status}`);
    return delivered(delivery, () => time.spend(TIMEOUT_MS));
  }

  /** Each write goes to the server of its account, as its person. */
  function checkSender(server: HostileServer, request: Request, { startTime, title }: Record<string, unknown>): void {
    const sending = dump(running().database).outbox.filter(({ state }) => state === 'sending');
    const about = sending.filter(({ payload }) => {
      const sent = JSON.parse(String(payload));
      return title === undefined ? sent.startTime === startTime : sent.title === title;
    });
    const senders = (about.length > 0 ? about : sending).flatMap(
      ({ account_id }) => desks.get(String(account_id)) ?? [],
    );
    const there = senders.filter((desk) => desk.server === server);
    const auth = request.headers.get('authorization');
    if (senders.length === 0 || there.some(({ person }) => auth === `Bearer ${person.token}`)) return;
    const found = there.length > 0 ? findings.wrongPerson : findings.wrongServer;
    found.push(`a write of ${senders.map(({ owner }) => owner).join()}: ${request.url} ${startTime ?? title}`);
  }

  /** Starts the app in `folder`; `before`: its content before the damage. */
  async function start(before?: Dump): Promise<void> {
    counts.starts += 1;
    app = null;
    let opened: Dump | undefined;
    try {
      const around = { chance, wall: () => clock.wall, monotonic: () => clock.passed, tokens, carry };
      app = startSimulatedApp(folder, around, (database) => {
        opened = dump(database);
      });
    } catch (error) {
      // A file of a newer version is rejected with a message and not changed.
      if (error instanceof NewerDatabaseError) findings.aside.push('the file of a newer version');
      else findings.stuck.push(`does not start: ${error instanceof Error ? error.stack : error}`);
      return;
    }
    if (before !== undefined && opened !== undefined) takeDamage(before, opened, app.damage !== null);
    else if (app.damage !== null) findings.lost.push(`damaged by nobody: ${JSON.stringify(app.damage)}`);
    if (inFlight !== null && opened !== undefined) {
      const now = opened;
      const wanted = [...inFlight];
      if (wanted.every(([{ accountId }, believed]) => isSame(believed, entriesIn(now, accountId))))
        for (const [desk, believed] of wanted) desk.believed = believed;
      inFlight = null;
    }
    checkAll();
    await app.orKilled(app.open().then(app.idle));
  }

  /** The readable part of a damaged file is expected from now on. */
  function takeDamage(before: Dump, now: Dump, isSaid: boolean): void {
    if (isSaid) story.push('  the app says so');
    const changed = changedSubjects(before, now);
    for (const desk of desks.values()) {
      const isAll = changed.has(desk.accountId);
      desk.isDamaged ||= isAll;
      const [was, is] = [entriesIn(before, desk.accountId), entriesIn(now, desk.accountId)];
      // An entry that is gone may be at its server under an earlier start.
      const left = new Set(isAll ? [] : is.map(startKey));
      if (isSaid) for (const key of desk.starts) if (!left.has(key)) desk.aside.add(key);
      for (const entry of [...was, ...is]) {
        if (isAll || changed.has(entry.id)) desk.aside.add(startKey(entry));
        desk.starts.add(startKey(entry));
      }
      for (const { id, ...entry } of was) {
        // The damage may have changed only the id of an entry.
        if (!isSaid && !is.some((one) => one.id === id || isSameEntry(entry, one))) {
          findings.lost.push(`${desk.owner}: gone without a word: ${JSON.stringify(entry)}`);
        }
      }
      for (const { subject } of desk.tasks) if (isAll || changed.has(subject)) desk.aside.add(subject);
      desk.believed = is.map(({ id: _, ...entry }) => entry);
    }
  }

  /** Entries with the service's values are expected as they are, if they still are one of those that the person had. */
  function takeOver(desk: Desk, entries: readonly Kept[]): void {
    for (const one of desk.leftRunning.filter(({ id }) => entries.every((entry) => entry.id !== id))) {
      desk.believed = desk.believed.filter((believed) => !isSameEntry(believed, one));
      desk.aside.add(startKey(one));
    }
    // Two may have become equal.
    const changed = [...entries];
    const left = desk.believed.filter((believed) => {
      const at = changed.findIndex((entry) => isSameEntry(believed, entry));
      if (at >= 0) changed.splice(at, 1);
      return at < 0;
    });
    if (left.length === 0 || left.length !== changed.length || !changed.every(({ id }) => desk.unsure.has(id))) return;
    desk.believed = desk.believed.filter((one) => !left.includes(one)).concat(changed.map(({ id: _, ...one }) => one));
    for (const entry of changed) desk.starts.add(startKey(entry));
  }

  /** Checks that the saved entries are the expected ones. */
  function checkAll(): void {
    if (app === null || app.isKilled()) return;
    const kept = dump(app.database);
    for (const desk of desks.values()) {
      const entries = entriesIn(kept, desk.accountId);
      takeOver(desk, entries);
      if (!isSame(desk.believed, entries)) {
        findings.lost.push(
          `${desk.owner}: believed ${JSON.stringify(desk.believed)}\n    kept ${JSON.stringify(entries)}`,
        );
      }
      // From now on ends are exact to the millisecond.
      desk.believed = entries.map(({ id: _, ...entry }) => entry);
    }
  }

  /** Restarts the process after some time. */
  async function startAgain(isDamaging = false): Promise<void> {
    if (app === null) return;
    await app.orKilled(app.idle());
    folder = app.end();
    await spend(chance.is(0.6) ? chance.between(0, 10 * SECOND) : chance.between(0, 3 * HOUR));
    if (!isDamaging) {
      const dice = chance.next();
      if (dice < 0.2) takeBackup();
      else if (dice < 0.35) await restoreBackup();
      return start();
    }
    const path = join(folder, DATABASE);
    const before = dumpOf(path);
    const hit = chance.is(0.3) && existsSync(`${path}-wal`) ? `${path}-wal` : path;
    story.push(`  ${hit === path ? 'file' : 'log'} damaged: ${damage(hit, chance)}; SQLite says: ${verdictOn(path)}`);
    return start(before);
  }

  function takeBackup(): void {
    if (backup !== null) rmSync(backup.folder, { recursive: true, force: true });
    const saved = newFolder();
    cpSync(folder, saved, { recursive: true });
    const state = [...desks.values()].map((desk) => ({ ...desk, tasks: [...desk.tasks], aside: new Set(desk.aside) }));
    backup = { folder: saved, inFlight, desks: state };
    edited.clear();
    story.push('the data folder is copied');
  }

  /** The app forgets what happened since; what it sent in the meantime stays at the servers. */
  async function restoreBackup(): Promise<void> {
    if (backup === null) return;
    // A request of the life that is forgotten arrives before the next one begins, or never.
    for (const { act } of landings.splice(0)) await act();
    rmSync(folder, { recursive: true, force: true });
    folder = newFolder();
    cpSync(backup.folder, folder, { recursive: true });
    inFlight = backup.inFlight;
    // What the app sent in a life that it forgot can only be recognised in a list that can be read.
    for (const server of [one, two]) server.setReadable();
    for (const desk of desks.values()) {
      const saved = backup.desks.find(({ accountId }) => accountId === desk.accountId);
      // The account is signed in anew, with another id here.
      if (saved === undefined) {
        desks.delete(desk.accountId);
        former.push(desk);
        continue;
      }
      for (const key of desk.starts) desk.aside.add(key);
      // A task has no fingerprint: one that waited is created again.
      for (const { subject } of desk.tasks) desk.aside.add(subject);
      desk.forgotten = new Set(desk.starts);
      desk.believed = saved.believed;
      desk.tasks = saved.tasks;
      for (const entry of desk.believed) {
        const isForgotten = saved.aside.has(startKey(entry)) || edited.has(editKey(entry));
        if (!isForgotten) desk.aside.delete(startKey(entry));
      }
    }
    story.push('the copy of the data folder is restored');
  }

  const running = (): SimulatedApp => {
    if (app === null) throw new Error('It does not run.');
    return app;
  };
  const deskNow = (): Desk | undefined => desks.get(running().accounts.current()?.id ?? '');
  const openDesks = (): Desk[] =>
    running()
      .accounts.openIds()
      .flatMap((id) => desks.get(id) ?? []);

  async function signIn(host: string, person: Person, forId?: string): Promise<void> {
    const { accounts, idle, orKilled, isKilled } = running();
    const server = hosts[host];
    if (server === undefined) return;
    const [baseUrl, credential] = [`https://${host}/api`, person.token];
    const fresh = { kind: 'api-key' as const, baseUrl, clientId: 'service-cli', webUrl: null, credential };
    const former = desks.get(forId ?? '');
    const from = clock.wall;
    let isDone = false;
    await orKilled(
      tried(accounts.signIn(fresh, undefined, forId)).then((error) => {
        isDone = error === null;
        story.push(`${person.name} signs in at ${host}${error === null ? '' : `: ${error}`}`);
      }),
    );
    await orKilled(idle());
    if (former !== undefined && (isKilled() || !openDesks().includes(former))) {
      // Its server has moved to where the person has an account: it is closed, and its timer stops.
      const exact = stopped(former.believed, from, clock.wall);
      const after = clock.isSet ? atSomeTime(exact) : exact;
      if (isKilled()) inFlight = new Map([[former, after]]);
      else former.believed = after;
    }
    const accountId = accounts.current()?.id;
    if (!isDone || accountId === undefined || isKilled()) return;
    const known = desks.get(accountId);
    if (known === undefined) {
      const empty = { believed: [], starts: new Set<string>(), aside: new Set<string>(), tasks: [], isDamaged: false };
      const answered = { unsure: new Set<string>(), leftRunning: [] };
      desks.set(accountId, { accountId, owner: person.name, at: server.name, server, person, ...answered, ...empty });
    } else if (known.person !== person) {
      findings.wrongPerson.push(`${person.name} signed in and got the account of ${known.owner}`);
    }
  }

  async function settle(): Promise<void> {
    const { outbox, idle, orKilled } = running();
    outbox.wake();
    await orKilled(idle());
  }

  /** Runs the app's timers as time passes. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0 && !running().isKilled(); left -= TURN_MS) {
      await spend(Math.min(left, TURN_MS));
      await settle();
    }
  }

  /** Performs an action after which these entries are expected of the open accounts. */
  function act(what: string, perform: () => void, exact: Believed[]): void {
    const after = clock.isSet ? atSomeTime(exact) : exact;
    const wanted = byDesk(openDesks(), after);
    for (const [desk, believed] of wanted) for (const entry of believed) desk.starts.add(startKey(entry));
    const error = attempted(perform);
    story.push(`${what}${error === null ? '' : `: ${error}`}`);
    if (running().isKilled()) inFlight = wanted;
    else if (error === null) for (const [desk, believed] of wanted) desk.believed = believed;
  }

  const believedByAll = (): Believed[] => openDesks().flatMap(({ believed }) => believed);
  const tasksOf = ({ accountId, server }: Desk): (TaskRef & TaskOf)[] =>
    server.assigned.map((task) => ({ ...task, accountId }));

  function work(): void {
    const tasks = openDesks().flatMap(tasksOf);
    const chosen = chooseAct(chance, believedByAll(), tasks, clock.wall);
    const owner = 'taskId' in chosen.payload ? `${desks.get(chosen.payload.accountId ?? '')?.owner}: ` : '';
    const what = `${owner}${chosen.name} ${JSON.stringify(chosen.payload)}`;
    act(what, () => perform(chosen, tasks), chosen.after(clock.wall, clock.wall));
  }

  /** Changes an entry, moves it to another task, perhaps of another account, or deletes it. */
  function editEntry(): void {
    const { edit, sharedId, database } = running();
    const kept = dump(database);
    const all = openDesks().flatMap(({ accountId }) => entriesIn(kept, accountId));
    const entry = chance.anyOf(all.filter(({ end, isDiscarded }) => end !== null && !isDiscarded));
    const task = chance.anyOf(openDesks().flatMap(tasksOf));
    const before = believedByAll().find((one) => entry !== undefined && isSameEntry(one, entry));
    if (entry?.end == null || before === undefined || task === undefined) return;
    const others = believedByAll().filter((one) => one !== before);
    edited.add(editKey(before));
    const { accountId, taskId } = task;
    const start = Date.parse(entry.start);
    // Two accounts at two addresses of one server: the app cannot know that their tasks are the same.
    const isSamePerson = desks.get(accountId)?.person === desks.get(entry.accountId)?.person;
    const isElsewhere = taskId !== entry.taskId || !isSamePerson;
    const deleted = { ...before, isDiscarded: true };
    const name = desks.get(entry.accountId)?.owner;
    switch (chance.pick(['edit', 'move', 'move', 'split', 'delete'])) {
      case 'move': {
        if (!isElsewhere) return;
        const moved = { ...before, accountId, taskId };
        const what = `${name}: moves ${entry.start} to ${taskId} of ${desks.get(accountId)?.owner}`;
        act(what, () => edit.moveTo(sharedId(), [entry.id], task, {}), [...others, deleted, moved]);
        return;
      }
      case 'split': {
        const at = chance.between(start, Date.parse(entry.end));
        const middle = new Date(at).toISOString();
        const parts = [
          { ...before, end: middle },
          { ...before, start: middle },
        ];
        const split = () => edit.split(sharedId(), entry.id, at);
        act(`${name}: splits ${entry.start} at ${middle}`, split, [...others, ...parts]);
        return;
      }
      case 'delete':
        act(`${name}: deletes ${entry.start}`, () => edit.remove(sharedId(), [entry.id]), [...others, deleted]);
        return;
      default: {
        const end = start + chance.between(1, 90) * MINUTE;
        const note = `${chance.between(0, 1e6)} edited`;
        const changed = { ...before, end: new Date(end).toISOString(), note };
        const change = () => edit.edit(sharedId(), entry.id, { start, end, note }, {});
        act(`${name}: edits ${entry.start}: ${changed.end} ${note}`, change, [...others, changed]);
      }
    }
  }

  function perform({ name, payload }: Act, tasks: readonly TaskRef[]): void {
    const { timer, edit, outbox, sharedId } = running();
    const accountId = sharedId();
    const task = (one: { taskId: string; accountId?: string | undefined }) => {
      const found = tasks.find(({ accountId, taskId }) => accountId === one.accountId && taskId === one.taskId);
      if (found === undefined) throw new Error(`no task ${one.taskId}`);
      return found;
    };
    switch (name) {
      case 'timer.start':
        timer.start(accountId, task(payload), Date.parse(payload.startTime ?? ''));
        break;
      case 'timer.stop':
        timer.stop(accountId);
        break;
      case 'timer.set-note':
        timer.setNote(accountId, payload.note);
        break;
      case 'timer.set-start':
        timer.setStart(accountId, Date.parse(payload.startTime));
        break;
      case 'timer.discard':
        timer.discard(accountId);
        break;
      case 'time.add': {
        const { startTime, endTime, note } = payload;
        const span = { start: Date.parse(startTime), end: Date.parse(endTime) };
        edit.add(accountId, task(payload), { ...span, note }, {});
        break;
      }
      default:
        outbox.retry();
    }
  }

  function makeTask(desk: Desk): void {
    const { outbox, database } = running();
    const { projectId, projectSlug } = desk.server;
    const subject = randomUUID();
    const title = `Task ${chance.between(0, 1e9)} of mine: call “Müller & Söhne” <soon>`;
    const payload: TaskCreatePayload = {
      projectId,
      projectSlug,
      title,
      description: chance.pick(['', '', 'Some words\r\nand more']),
      priority: 'medium',
      status: 'to-do',
    };
    const error = attempted(() =>
      transaction(database, () => {
        outbox.add({ accountId: desk.accountId, kind: TASK_CREATE, subject, payload }, clock.wall + 10 * SECOND);
      }),
    );
    story.push(`${desk.owner}: makes “${title}”${error === null ? '' : `: ${error}`}`);
    // A killed app did not confirm the creation.
    if (error === null && !running().isKilled()) desk.tasks.push({ subject, title });
  }

  /**
   * Answers the questions about entries. The person knows which entry each record was sent for: it is the same entry, or a second record
   * of one that has another record. Of two versions of an entry, any may stay.
   */
  async function answerQuestions(): Promise<void> {
    for (const desk of openDesks()) await answerQuestionsOf(desk);
  }

  async function answerQuestionsOf(desk: Desk): Promise<void> {
    const { outbox, database } = running();
    for (const item of outbox.list(desk.accountId)) {
      const question = outbox.question(item);
      if (question === undefined) continue;
      const theirs = (await desk.server.held()).find(({ id }) => id === question.theirs.serverId);
      const sender = theirs && senders.get(senderKey(theirs.of, theirs.taskId, theirs.firstStart));
      const linked = sender === undefined ? undefined : outbox.serverId(sender);
      const isOwn =
        question.is === 'duplicate-entry' ? linked !== undefined && linked !== theirs?.id : sender === item.subject;
      // A version that cannot be read is not chosen.
      const isReplaced = question.theirs.startTime === null || chance.is(0.5);
      const answer = (question.is === 'changed-entry' ? isReplaced : isOwn) ? 'yes' : 'no';
      counts.asked += 1;
      story.push(`${desk.owner}: “${question.text}” ${answer} ${JSON.stringify(question.theirs)}`);
      attempted(() => outbox.answer(desk.accountId, item.id, answer));
      // The entry may get the service's values, and be sent with its start before the next check.
      // One that was moved to another task, perhaps of another account, goes back.
      const kept = dump(database);
      const all = openDesks().flatMap(({ accountId }) => entriesIn(kept, accountId));
      const asked = all.find(({ id }) => id === item.subject);
      for (const { id, accountId, start } of all) if (start === asked?.start) desks.get(accountId)?.unsure.add(id);
      if (question.is === 'changed-entry' && answer === 'no') {
        desk.starts.add(startKey({ taskId: question.taskId, start: question.theirs.startTime ?? '' }));
        if (asked !== undefined && question.theirs.endTime === null) desk.leftRunning.push(asked);
      }
    }
    // One that got the service's start may be sent with it, and get another one with the next answer.
    for (const entry of entriesIn(dump(database), desk.accountId))
      if (desk.unsure.has(entry.id)) desk.starts.add(startKey(entry));
  }

  /** A person uses another device or the browser. */
  async function onAnotherDevice(): Promise<void> {
    const desk = chance.anyOf([...desks.values()]);
    const entry = desk && chance.anyOf(desk.believed);
    if (desk === undefined || entry === undefined) return;
    const { server, person } = desk;
    const held = (await server.held()).filter((one) => one.of === person.name && !isEmpty(one));
    const there = chance.anyOf(held);
    if (there !== undefined && chance.is(0.4)) {
      const ends = { endTime: new Date(Date.parse(there.startTime) + chance.between(1, 90) * MINUTE).toISOString() };
      const change = chance.pick<object>([ends, { description: `${there.note} and more` }]);
      await server.changeElsewhere(person, there.id, there.startTime, change);
      story.push(`${person.name} changes ${there.id} elsewhere: ${JSON.stringify(change)}`);
      return;
    }
    // In the same minute as an own entry, as long or running, typed or with milliseconds of its own.
    const minute = Math.floor(Date.parse(entry.start) / MINUTE) * MINUTE;
    const start = chance.is(0.5) ? minute : minute + chance.between(1, 2_000);
    // Entries with equal milliseconds cannot be told apart (docs/design.md).
    const starts = [entry.start, ...held.map(({ sent }) => sent.startTime)].map((one) => Date.parse(one));
    if (starts.includes(start)) return;
    const length = typeof entry.end === 'string' ? Date.parse(entry.end) - Date.parse(entry.start) : HOUR;
    const endTime = chance.is(0.3) ? null : new Date(start + length).toISOString();
    const fields = { taskId: entry.taskId, startTime: new Date(start).toISOString(), endTime, note: entry.note };
    await server.makeElsewhere(person, fields);
    story.push(`${person.name} has another device: ${JSON.stringify(fields)}`);
  }

  /** A change from outside the app. */
  async function otherHands(): Promise<void> {
    if (chance.is(0.6)) return onAnotherDevice();
    const server = chance.pick([one, two]);
    const start = clock.wall - chance.between(2 * HOUR, 40 * HOUR);
    const task = chance.anyOf(server.assigned);
    const [ada, eve] = server.people;
    // A colleague's entry may have the same start.
    const copied = chance.anyOf(
      [...desks.values()].filter((desk) => desk.person === ada).flatMap((desk) => desk.believed),
    );
    const isCopy = copied !== undefined && chance.is(0.5);
    const startTime = isCopy ? copied.start : new Date(start).toISOString();
    const endTime = chance.is(0.5) ? new Date(Date.parse(startTime) + HOUR).toISOString() : null;
    const note = isCopy ? copied.note : 'from another device';
    const by = isCopy || chance.is(0.5) ? eve : ada;
    await server.makeElsewhere(by, { taskId: task?.taskId ?? '', startTime, endTime, note });
    story.push(`${by.name} makes an entry elsewhere: ${startTime}`);
  }

  async function switchAccounts(): Promise<void> {
    const { accounts, outbox, orKilled } = running();
    const host = chance.pick(['one.example', 'one.example', 'moved.example', 'two.example']);
    const server = hosts[host] ?? one;
    const person = chance.is(0.7) ? server.people[0] : server.people[1];
    const desk = chance.anyOf(openDesks());
    switch (chance.pick(['add', 'front', 'sign out', 'sign out', 'again', 'again', 'take over'])) {
      case 'add':
        return signIn(host, person);
      case 'front':
        accounts.putInFront(desk?.accountId ?? '');
        return;
      case 'sign out':
        return desk && signOut(desk);
      case 'again':
        return signIn(host, person, desk?.accountId);
      default: {
        const from = chance.anyOf(accounts.others());
        if (from === undefined) return;
        const error = attempted(() => accounts.takeOver(from.id));
        await orKilled(outbox.idle(from.id));
        story.push(`takes over ${desks.get(from.id)?.owner}: ${error ?? 'done'}`);
        merge();
      }
    }
  }

  /** As in electron/app/shared-features.ts: signing out ends the timer and sends what waits, if the server answers soon. */
  async function signOut(desk: Desk): Promise<void> {
    const { accounts, entries, timer, outbox, orKilled, isKilled } = running();
    const { accountId, owner } = desk;
    if (entries.hasRunning(accountId)) {
      const stop = () => timer.stop(accountId);
      act(`${owner}: stops to sign out`, stop, stopped(believedByAll(), clock.wall, clock.wall));
    }
    outbox.flush(accountId);
    if (chance.is(0.5)) await settle();
    if (isKilled()) return;
    const error = (await orKilled(tried(accounts.closeAndForget(accountId)))) ?? 'done';
    story.push(`${owner} signs out: ${error}`);
  }

  /** Adopted entries belong to another account from now on. */
  function merge(): void {
    const kept = dump(running().database);
    const to = deskNow();
    if (to === undefined || running().isKilled()) return;
    const entries = entriesIn(kept, to.accountId);
    for (const desk of desks.values()) {
      const adopted = desk.believed.map((one) => ({ ...one, accountId: to.accountId }));
      if (desk === to || !isSame([...to.believed, ...adopted], entries) || adopted.length === 0) continue;
      if (desk.person !== to.person) findings.wrongPerson.push(`${to.owner} took over what is of ${desk.owner}`);
      to.believed = [...to.believed, ...adopted];
      to.tasks.push(...desk.tasks);
      for (const key of desk.aside) to.aside.add(key);
      for (const key of desk.starts) to.starts.add(key);
      Object.assign(desk, { believed: [], tasks: [], starts: new Set(), aside: new Set() });
      return;
    }
  }

  function swapToken(): void {
    const id = chance.anyOf([...tokens.kept.keys()]);
    const server = chance.pick([one, two]);
    const person = chance.pick(server.people);
    if (id === undefined) return;
    tokens.kept.set(id, person.token);
    story.push(`the keychain has the token of ${person.name} for ${desks.get(id)?.owner}`);
  }

  async function step(mayDamage: boolean): Promise<void> {
    const desk = chance.anyOf(openDesks());
    const { accounts, outbox, setFull, killAfter } = running();
    if (mayDamage && chance.is(0.1)) {
      const error = await tried(backUp(join(running().folder, DATABASE)));
      story.push(`the database is backed up${error === null ? '' : `: ${error}`}`);
    }
    const dice = chance.next();
    const isIn = ({ accountId }: Desk) => accounts.find(accountId)?.view().status === 'signed-in';
    const missing = [one, two].filter((server) => !openDesks().some((open) => open.server === server && isIn(open)));
    const [server] = missing;
    if (desk === undefined || (server !== undefined && chance.is(0.4)))
      return signIn(server === two ? 'two.example' : 'one.example', (server ?? one).people[0]);
    if (dice < 0.3) work();
    else if (dice < 0.35) editEntry();
    else if (dice < 0.4) makeTask(desk);
    else if (dice < 0.62)
      await pass(chance.pick([11 * SECOND, 15 * SECOND, 30 * SECOND, chance.between(0, 10 * MINUTE)]));
    else if (dice < 0.68) setMood();
    else if (dice < 0.71) network.down = network.down.length > 0 ? [] : chance.pick([[one], [two], [one, two]]);
    else if (dice < 0.79) await killIt();
    else if (dice < 0.82) {
      story.push('quits');
      outbox.flush();
      await startAgain(mayDamage && chance.is(0.3));
    } else if (dice < 0.84) {
      clock.wall += chance.pick([
        -40 * MINUTE,
        40 * MINUTE,
        chance.between(-3 * HOUR, 3 * HOUR),
        -24 * HOUR,
        24 * HOUR,
      ]);
      clock.isSet = true;
      story.push(`the clock is set to ${new Date(clock.wall).toISOString()}`);
      await settle();
    } else if (dice < 0.87) {
      const isFull = chance.is(0.6);
      story.push(isFull ? 'the disk is full' : 'there is room on the disk');
      setFull(isFull);
    } else if (dice < 0.93) await switchAccounts();
    else if (dice < 0.95) swapToken();
    else if (dice < 0.97 || chance.is(0.1)) await otherHands();
    else if (dice < 0.975) await answerQuestions();
    else if (dice < 0.98) {
      const failing = { ok: false as const, reason: chance.pick(['timeout', 'unavailable'] as const), message: 'no' };
      tokens.error = tokens.error === null ? failing : null;
    } else outbox.retry();

    async function killIt(): Promise<void> {
      const when = chance.pick(['now', 'at a commit', 'before a write', 'after a write'] as const);
      story.push(`is killed ${when}`);
      if (when === 'now') running().kill();
      else if (when === 'at a commit') killAfter(chance.between(1, 8));
      else network.killAt = when === 'before a write' ? 'before' : 'after';
      // A change from outside in between.
      for (let turn = 0; turn < 4 && !running().isKilled(); turn += 1) {
        if (chance.is(0.5)) work();
        if (!running().isKilled()) await pass(chance.between(5, 20) * SECOND);
      }
      network.killAt = null;
      killAfter(Number.POSITIVE_INFINITY);
      running().kill();
      await startAgain(mayDamage && chance.is(0.3));
    }
  }

  function setMood(): void {
    // Often one server fails while the other one works.
    for (const server of chance.pick([[one], [two], [one, two]])) {
      const malice = chance.pick([0, 0.1, 0.3, 0.5, 0.7, 0.9]);
      server.setMalice(malice);
      if (chance.is(0.5)) story.push(`${server.name}, malice ${malice}: ${server.changeHabits()}`);
    }
  }

  /** Recovery: signs in to each account again until everything is sent. */
  async function heal(): Promise<void> {
    story.push('all is well from now on');
    for (const server of [one, two]) server.setMalice(0);
    Object.assign(network, { down: [], killAt: null });
    tokens.error = null;
    running().kill();
    await startAgain();
    // The clock is corrected.
    clock.wall = T0 + clock.passed;
    if (app === null) return;
    const { accounts, outbox, timer, database, sharedId } = running();
    for (const { id, base_url } of dump(database).account) {
      const desk = desks.get(String(id));
      const host = URL.parse(String(base_url))?.host ?? '';
      if (desk === undefined || (desk.isDamaged && hosts[host] !== desk.server)) continue;
      if (hosts[host] !== desk.server) {
        findings.wrongServer.push(`${desk.owner} was moved to ${host}`);
        continue;
      }
      await signIn(host, desk.person);
      if (accounts.current()?.id !== desk.accountId && !desk.isDamaged)
        findings.stuck.push(`${desk.owner} cannot sign in again: ${story.at(-1)}`);
    }
    // The person stops the one timer that is shown, until none runs.
    for (const desk of desks.values()) {
      const left = believedByAll().find(({ end, isDiscarded }) => end === null && !isDiscarded);
      if (left === undefined) break;
      clock.wall = Math.max(clock.wall, Date.parse(left.start) + SECOND);
      const error = attempted(() => timer.stop(sharedId()));
      if (error !== null) findings.stuck.push(`${desk.owner}: the timer does not stop: ${error}`);
      const kept = dump(database);
      for (const one of desks.values())
        one.believed = entriesIn(kept, one.accountId).map(({ id: _, ...entry }) => entry);
    }
    const isLeft = () => openDesks().some(({ accountId }) => outbox.count(accountId) > 0);
    for (let round = 0; round < 60 && isLeft(); round += 1) {
      await pass(5 * MINUTE);
      await answerQuestions();
      if (round % 3 === 2) outbox.retry();
    }
    // The app checks for duplicates for some more time.
    for (let round = 0; round < 9; round += 1) {
      await pass(5 * MINUTE);
      await answerQuestions();
    }
    await pass(5 * MINUTE);
    checkAll();
    running().end();
    const kept = dumpOf(join(folder, DATABASE));
    for (const desk of desks.values()) {
      // Writes of an account with a damaged row may wait forever; the list of unsent writes shows them.
      if (desk.isDamaged) {
        for (const entry of desk.believed) desk.aside.add(startKey(entry));
        for (const { subject } of desk.tasks) desk.aside.add(subject);
      }
      const held = await desk.server.held();
      const mine = { journal: desk, kept: accountIn(kept, desk.accountId), held, heldTasks: desk.server.heldTasks() };
      // Two accounts of one person at one server have the same records.
      const others = [...desks.values()].filter((one) => one !== desk && one.server === desk.server);
      const linked = new Set(others.flatMap(({ accountId }) => [...accountIn(kept, accountId).serverIds.values()]));
      const own = new Set([...mine.kept.serverIds].flatMap(([subject, id]) => (subject.startsWith('twin:') ? [] : id)));
      mine.held = held.filter(
        (one) => own.has(one.id) || (!linked.has(one.id) && sentKeys(one).some((key) => desk.starts.has(key))),
      );
      audit(mine, findings);
      counts.audited += desk.believed.length + desk.tasks.length;
      const ids = new Set(mine.kept.entries.map(({ id }) => mine.kept.serverIds.get(id)));
      counts.closed += mine.held.filter((one) => one.isOurs && isEmpty(one) && !ids.has(one.id)).length;
    }
    for (const server of [one, two]) {
      const held = await server.held();
      auditOwners(server.name, [...desks.values(), ...former], held, server.heldTasks(), findings);
    }
  }

  try {
    setMood();
    await start();
    for (const [host, server] of [
      ['one.example', one],
      ['two.example', two],
    ] as const)
      await signIn(host, server.people[0]);
    const mayDamage = chance.is(0.2);
    for (let steps = chance.between(10, 45); steps > 0 && app !== null; steps -= 1) {
      await step(mayDamage);
      if (app === null) break;
      if (running().isKilled()) await startAgain();
      checkAll();
    }
    if (app !== null) await heal();
  } catch (error) {
    findings.stuck.push(`an exception: ${error instanceof Error ? error.stack : error}`);
  } finally {
    const left = app as SimulatedApp | null;
    if (left?.database.isOpen) folder = left.end();
    one.close();
    two.close();
    rmSync(folder, { recursive: true, force: true });
    if (backup !== null) rmSync((backup as { folder: string }).folder, { recursive: true, force: true });
  }
  return { seed, findings, story, ...counts };
}

/** The error message; null for success. */
async function tried(work: Promise<unknown>): Promise<string | null> {
  return work.then(() => null, said);
}

function attempted(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return said(error);
  }
}

/** Errors other than messages for the person and disk errors are faults of the app. */
function said(error: unknown): string {
  if (error instanceof AppError || error instanceof ServiceError) return error.message;
  if (error instanceof Error && 'errcode' in error && Number(error.errcode) === 13) return 'the disk is full';
  throw error;
}

async function delivered(delivery: Delivery, wait: () => Promise<void>): Promise<Response> {
  switch (delivery.is) {
    case 'answer':
      return delivery.response;
    case 'cut':
    case 'long':
      return cutOff(await delivery.response.arrayBuffer(), delivery.response);
    case 'short': {
      const whole = await delivery.response.text();
      return new Response(whole.slice(0, Math.max(1, whole.length - 5)), head(delivery.response));
    }
    case 'reset':
      throw failure('ECONNRESET');
    case 'garbage':
      throw failure('HPE_INVALID_CONSTANT');
    default:
      await wait();
      throw failure('UND_ERR_HEADERS_TIMEOUT');
  }
}

const head = ({ status, headers }: Response): ResponseInit => ({ status: status === 204 ? 200 : status, headers });

/** Breaks the connection within the body. */
function cutOff(whole: ArrayBuffer, response: Response): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(whole.slice(0, whole.byteLength / 2)));
      controller.error(failure('ECONNRESET'));
    },
  });
  return new Response(body, head(response));
}

function failure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}
