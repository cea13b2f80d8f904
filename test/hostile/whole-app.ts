/**
 * A hostile run of the whole app in a real Electron, with an account on each of two servers and one timer: it is started, used, and
 * killed or quit repeatedly, while the servers fail, its clock is set and its files are damaged. Main's clock runs SPEED times faster. Afterwards both sides are audited as in simulated
 * time; every start must end with a responsive window or a message.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { CommandName, Payload, State } from '../../shared/contract/index.ts';
import { launchApp, makeDataFolder, type RunningApp } from '../app/app.ts';
import { untilState } from '../app/steps.ts';
import { PATIENCE_MS } from '../until.ts';
import { audit, auditOwners, type Journal, noFindings, startKey } from './audit.ts';
import { createChance } from './chance.ts';
import type { PassingTime } from './clock.ts';
import { accountIn, changedSubjects, type Dump, damage, dumpOf, entriesIn } from './damage.ts';
import { atSomeTime, type Believed, byDesk, chooseAct, isSame, stopped } from './person.ts';
import { type OnPort, putOnPort } from './serve.ts';
import { createHostileServer, type HostileServer } from './server.ts';
import type { RunResult } from './simulation.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const SPEED = 30;
/** How often a state is looked at before it counts as never reached: a malicious server may keep it from coming. */
const LOOKS = { signIn: 200, sent: 600 };
const LOOK_EVERY_MS = 100;
const FILES = ['punchcard.sqlite', 'punchcard.sqlite', 'punchcard.sqlite-wal', 'last-state.json', 'window-state.json'];

/** The part of a write that says which entry a record was sent for. */
const Write = z.object({
  requests: z.array(z.object({ startTime: z.string() })).optional(),
  serverId: z.string().optional(),
  doubt: z.object({ serverId: z.string().optional() }).optional(),
});

interface Desk extends Journal {
  accountId: string;
  server: HostileServer;
}

export async function runWholeApp(seed: number): Promise<RunResult> {
  const chance = createChance(seed);
  const findings = noFindings();
  const story: string[] = [];
  const counts = { posts: 0, audited: 0, starts: 0, closed: 0, asked: 0 };
  const begun = performance.now();
  const time: PassingTime = {
    now: () => (performance.now() - begun) * SPEED,
    later: (ms, act) => void setTimeout(() => void act().catch(() => undefined), ms / SPEED),
    spend: async (ms) => void (await delay(ms / SPEED)),
  };
  const isCounting = chance.is(0.6);
  const serve = (name: string) => {
    const from = Date.now() + chance.pick([-1, 0, 1]) * 60 * MINUTE;
    return createHostileServer({ name, isCounting, email: 'ada@example.org', chance, time, from });
  };
  const servers = [await serve('one'), await serve('two')] as const;
  const ports = [await putOnPort(servers[0]), await putOnPort(servers[1])] as const;
  const dataFolder = makeDataFolder();
  const dialogs = join(dataFolder, 'dialogs.txt');
  const path = join(dataFolder, 'punchcard.sqlite');
  const clock = { real: Date.now(), simulated: Date.now(), speed: SPEED, shift: 0 };
  let isClockSet = false;
  const desks = new Map<string, Desk>();
  let app: RunningApp | null = null;
  /** What is expected if the last action was executed. */
  let inFlight: Map<Desk, Believed[]> | null = null;

  const dialogTexts = (): string => (existsSync(dialogs) ? readFileSync(dialogs, 'utf8') : '');

  /** null if it ended with a message or did not start. */
  async function start(): Promise<Page | null> {
    counts.starts += 1;
    const saidBefore = dialogTexts();
    const env = { PUNCHCARD_TEST_CLOCK: JSON.stringify(clock), PUNCHCARD_TEST_DIALOGS: dialogs };
    const preload = join(import.meta.dirname, 'fast-clock.cjs');
    try {
      app = await launchApp({ dataFolder, preload, env });
      const page = await app.page();
      await look(page);
      return page;
    } catch (error) {
      const said = dialogTexts().slice(saidBefore.length);
      if (said === '') findings.stuck.push(`a start ends in nothing: ${error} ${app?.output().slice(-2000)}`);
      else story.push(`  a message: ${said.trim()}`);
      await app?.kill();
      app = null;
      return null;
    }
  }

  const send = <N extends CommandName>(page: Page, name: N, payload: Payload<N>) =>
    page.evaluate(([command, data]) => window.punchcard.send(command, data as never), [name, payload] as const);

  async function signIn(page: Page, at: 0 | 1): Promise<void> {
    const [server, { url }] = [servers[at], ports[at]];
    const [person] = server.people;
    await send(page, 'sign-in.api-key', { address: url, key: person.token });
    const { account } = await look(
      page,
      ({ account, signIn, tasks }) =>
        signIn.step === 'failed' ||
        (account?.address === url && account.status === 'signed-in' && tasks.tasks.length > 0),
      LOOKS.signIn,
    );
    story.push(`signs in at ${server.name}: ${account?.status ?? 'no account'}`);
    if (account?.address !== url || desks.has(account.id)) return;
    const empty = { believed: [], starts: new Set<string>(), aside: new Set<string>(), tasks: [] };
    desks.set(account.id, { accountId: account.id, owner: person.name, at: server.name, server, ...empty });
  }

  /** Signs out of one account, which stops its timer. */
  async function signOut(page: Page, { accountId, owner }: Desk): Promise<void> {
    await send(page, 'account.bring-to-front', { accountId });
    const { account, accounts } = await look(page);
    if (account?.id !== accountId) return;
    const open = accounts.flatMap(({ id }) => desks.get(id) ?? []);
    const [asked, from] = [Date.now(), await nowThere()];
    await send(page, 'account.sign-out', { accountId });
    for (const desk of open.filter((one) => one.accountId === accountId)) {
      const exact = stopped(desk.believed, from, from + (Date.now() - asked + 100) * SPEED);
      desk.believed = isClockSet ? atSomeTime(exact) : exact;
    }
    story.push(`${owner} signs out`);
  }

  /** Uses the app until stopped or the app ends. */
  async function work(page: Page, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { accounts } = await look(page);
      const open = accounts.flatMap(({ id }) => desks.get(id) ?? []);
      const front = chance.anyOf(open);
      if (front === undefined) return;
      if (chance.is(0.2)) await send(page, 'account.bring-to-front', { accountId: front.accountId });
      const now = await nowThere();
      const tasks = open.flatMap(({ accountId, server }) => server.assigned.map((task) => ({ ...task, accountId })));
      const believed = open.flatMap((desk) => desk.believed);
      const act = chooseAct(chance, believed, tasks, now);
      const after = () => {
        const exact = act.after(now, now + (Date.now() - asked + 100) * SPEED);
        return byDesk(open, isClockSet ? atSomeTime(exact) : exact);
      };
      const asked = Date.now();
      inFlight = after();
      for (const [desk, entries] of inFlight) for (const entry of entries) desk.starts.add(startKey(entry));
      const answer = await send(page, act.name, act.payload as never).catch((error: unknown) => {
        // The app ended; the action may have been executed.
        inFlight = after();
        throw error;
      });
      story.push(`${act.name} ${JSON.stringify(act.payload)}: ${answer.ok || answer.error.title}`);
      if (answer.ok) for (const [desk, entries] of after()) desk.believed = entries;
      inFlight = null;
      await delay(chance.between(0, 400));
    }
  }

  const nowThere = (): Promise<number> => app?.electron.evaluate(() => Date.now()) ?? Promise.resolve(0);

  /** Checks that the file contains what was confirmed; it is expected from now on. */
  function examine(): void {
    if (!existsSync(path)) return;
    const kept = dumpOf(path);
    for (const desk of desks.values()) {
      const entries = entriesIn(kept, desk.accountId);
      const possible = [desk.believed, inFlight?.get(desk) ?? desk.believed];
      if (!possible.some((believed) => isSame(believed, entries))) {
        findings.lost.push(`${desk.owner}: believed ${JSON.stringify(possible)}\n    kept ${JSON.stringify(entries)}`);
      }
      desk.believed = entries.map(({ id: _, ...entry }) => entry);
      for (const entry of desk.believed) desk.starts.add(startKey(entry));
    }
    inFlight = null;
  }

  /** The readable part of a damaged folder is expected from now on, if the app reported the damage. */
  function takeDamage(before: Dump, state: string): void {
    const now = dumpOf(path);
    const changed = changedSubjects(before, now);
    for (const desk of desks.values()) {
      const isAll = !now.account.some(({ id }) => id === desk.accountId) || changed.has(desk.accountId);
      // One without entries is missed as well: the next sign-in makes a new account.
      if (isAll) desk.aside.add(desk.accountId);
      const [was, is] = [entriesIn(before, desk.accountId), entriesIn(now, desk.accountId)];
      for (const entry of [...was, ...is]) {
        if (isAll || changed.has(entry.id)) desk.aside.add(startKey(entry));
        desk.starts.add(startKey(entry));
      }
      const gone = was.filter(({ id }) => !is.some((one) => one.id === id));
      if (gone.length > 0 && !/aside/.test(state + dialogTexts())) {
        findings.lost.push(`${desk.owner}: gone without a word: ${JSON.stringify(gone)}`);
      }
      desk.believed = is.map(({ id: _, ...entry }) => entry);
    }
  }

  async function live(): Promise<void> {
    for (const [at, server] of servers.entries()) {
      server.setMalice(chance.pick([0, 0.2, 0.5, 0.8]));
      if (chance.is(0.5)) story.push(`${server.name}: ${server.changeHabits()}`);
      const port = ports[at];
      if (port !== undefined) port.isDown = chance.is(0.15);
    }
    const page = await start();
    if (page === null || app === null) return;
    const leaving = chance.anyOf([...desks.values()]);
    if (chance.is(0.25) && leaving !== undefined) {
      await signOut(page, leaving);
      if (chance.is(0.7)) await signIn(page, leaving.server === servers[0] ? 0 : 1);
    }
    if (chance.is(0.2)) {
      const ms = chance.pick([-40 * MINUTE, 40 * MINUTE, -24 * 60 * MINUTE, 24 * 60 * MINUTE]);
      clock.shift += ms;
      isClockSet = true;
      await app.electron.evaluate((_, by) => Reflect.get(globalThis, 'shiftClock')(by), ms);
      story.push(`the clock is set by ${ms / MINUTE} minutes`);
    }
    let isOver = false;
    const ending = app;
    const how = chance.pick(['killed', 'killed', 'killed at a write', 'quits'] as const);
    const moment = new Promise<void>((resolve) => {
      if (how !== 'killed at a write') return;
      const port = chance.pick(ports);
      port.onWrite = chance.is(0.5) ? { before: resolve } : { after: resolve };
    });
    const working = work(page, () => isOver).catch(() => undefined);
    await Promise.race([delay(chance.between(500, 5_000)), moment]);
    story.push(how);
    if (how === 'quits') {
      isOver = true;
      await working;
      const isGone = await Promise.race([ending.quit().then(() => true), delay(PATIENCE_MS, false)]);
      if (!isGone) {
        findings.stuck.push('does not quit');
        await ending.kill();
      }
    } else await ending.kill();
    isOver = true;
    await working;
    app = null;
    for (const port of ports) port.onWrite = null;
    examine();
  }

  async function damageIt(): Promise<void> {
    const before = dumpOf(path);
    const file = chance.pick(FILES as [string, ...string[]]);
    if (!existsSync(join(dataFolder, file))) return;
    story.push(`${file} is damaged: ${damage(join(dataFolder, file), chance)}`);
    const page = await start();
    if (page === null) return;
    const state = JSON.stringify(await look(page));
    await app?.kill();
    app = null;
    takeDamage(before, state);
  }

  /**
   * Answers the questions about entries. The person knows which entry each record was sent for: it is the same entry, or a second record
   * of one that has another record. Of two versions of an entry, that of this computer stays.
   */
  async function answerQuestions(page: Page): Promise<void> {
    const asked = (await look(page)).outbox.items.filter(({ question }) => question !== null);
    if (asked.length === 0) return;
    const kept = dumpOf(path);
    for (const desk of desks.values())
      for (const entry of entriesIn(kept, desk.accountId)) desk.starts.add(startKey(entry));
    const writes = kept.outbox.map(({ account_id, subject, payload }) => ({
      desk: desks.get(String(account_id)),
      subject,
      ...Write.parse(JSON.parse(String(payload))),
    }));
    for (const { id, subject, question } of asked) {
      const write = writes.find((one) => one.subject === subject && (one.doubt !== undefined || one.serverId));
      const theirs = (await write?.desk?.server.held())?.find(
        (one) => one.id === (write?.doubt?.serverId ?? write?.serverId),
      );
      const sender = writes.find(({ requests = [] }) => requests.some((sent) => sent.startTime === theirs?.firstStart));
      const linked = kept.server_id.find((one) => one.subject === sender?.subject)?.server_id;
      const isOwn =
        question?.is === 'duplicate-entry'
          ? linked !== undefined && linked !== theirs?.id
          : sender?.subject === subject;
      const answer = question?.is === 'changed-entry' || isOwn ? 'yes' : 'no';
      counts.asked += 1;
      story.push(`${write?.desk?.owner}: ${question?.is}? ${answer}`);
      await send(page, 'outbox.answer', { itemId: id, answer });
    }
  }

  async function heal(): Promise<void> {
    story.push('all is well from now on');
    for (const server of servers) server.setMalice(0);
    for (const port of ports) port.isDown = false;
    clock.shift = 0;
    // Pending requests are executed before the end.
    await delay((100 * SECOND) / SPEED);
    const page = await start();
    if (page === null) return;
    for (const desk of desks.values()) {
      await signIn(page, desk.server === servers[0] ? 0 : 1);
      const { account } = await look(page);
      if (account?.id !== desk.accountId && desk.aside.size === 0)
        findings.stuck.push(`${desk.owner} cannot sign in again: ${JSON.stringify(account)}`);
    }
    const { time } = await look(page);
    if (time.running !== null) {
      const { ok } = await send(page, 'timer.stop', {});
      if (!ok) findings.stuck.push('the timer does not stop');
    }
    const isSent = ({ outbox }: State) =>
      outbox.items.every(({ state, question }) => state === 'needs-you' && question === null);
    const sendAll = () => answerQuestions(page).then(() => send(page, 'outbox.send-now', {}));
    await look(page, isSent, LOOKS.sent, sendAll);
    // The app checks for duplicates after two and five minutes.
    await delay((330 * SECOND) / SPEED);
    const last = await look(page, isSent, LOOKS.sent, sendAll);
    if (!isSent(last)) findings.stuck.push(`the outbox is not empty: ${JSON.stringify(last.outbox)}`);
    await app?.quit();
    app = null;
    const kept = dumpOf(path);
    for (const desk of desks.values()) {
      const held = await desk.server.held();
      desk.believed = entriesIn(kept, desk.accountId).map(({ id: _, ...entry }) => entry);
      for (const entry of desk.believed) desk.starts.add(startKey(entry));
      audit({ journal: desk, kept: accountIn(kept, desk.accountId), held, heldTasks: [] }, findings);
      counts.audited += desk.believed.length;
      counts.posts += held.filter(({ isOurs }) => isOurs).length;
    }
    for (const server of servers) auditOwners(server.name, [...desks.values()], await server.held(), [], findings);
  }

  try {
    const page = await start();
    if (page !== null) for (const server of [0, 1] as const) await signIn(page, server);
    await (app as RunningApp | null)?.quit();
    for (let lives = chance.between(2, 4); lives > 0; lives -= 1) {
      await live();
      if (chance.is(0.25)) await damageIt();
    }
    await heal();
  } catch (error) {
    findings.stuck.push(`an exception: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await (app as RunningApp | null)?.kill();
    for (const port of ports) await stop(port);
    for (const server of servers) server.close();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
  return { seed, findings, story, ...counts };
}

/** The state once it holds, or as it is after so many looks. `before`: done before each further one. */
async function look(
  page: Page,
  holds: (state: State) => boolean = () => true,
  looks = 0,
  before: () => Promise<unknown> = async () => undefined,
): Promise<State> {
  let state = await untilState(page, () => true);
  for (let left = looks; left > 0 && !holds(state); left -= 1) {
    await before();
    await delay(LOOK_EVERY_MS);
    state = await untilState(page, () => true);
  }
  return state;
}

const stop = (port: OnPort): Promise<void> => port.stop();
