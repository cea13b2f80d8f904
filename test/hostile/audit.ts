/**
 * Compares a person's actions with the data of the servers and of the app after a hostile run. Findings:
 *
 * - **lost**: a confirmed entry that, after recovery, is not at its server as the person last saw it, and that the app does not report
 *   as waiting for the person.
 * - **doubled**: an entry at a server without a local entry: created by the app, and not closed with zero length. A surplus entry that
 *   the app closed at 0:00 itself does not count.
 * - **foreign**: an entry of another person or device that the app changed.
 * - **at the wrong server**, **as the wrong person**: a write, or an entry or task at a server, of an account of another server or of
 *   another person.
 * - **stuck**: a start without window or clear message, an outbox that does not empty, an exception.
 *
 * Not counted, because no client can know better; listed as `asked` or `aside`:
 * - a write that the app reports as waiting for the person, such as one that the server keeps rejecting;
 * - data of a damaged file or record that the app set aside with a message. Its entries may be at the server, each once, and still
 *   run there;
 * - a write-ahead log that lost its end, which looks like a shorter one;
 * - damaged bytes in the only copy of a record: the audit uses its readable part and ignores its record at the server.
 */
import type { Believed, Kept } from './person.ts';
import type { Held, HeldTask } from './server.ts';

export interface Findings {
  lost: string[];
  doubled: string[];
  foreign: string[];
  wrongServer: string[];
  wrongPerson: string[];
  stuck: string[];
  /** Reported as waiting for the person. */
  asked: string[];
  /** Set aside, or damaged in the only copy. */
  aside: string[];
}

export const noFindings = (): Findings => ({
  lost: [],
  doubled: [],
  foreign: [],
  wrongServer: [],
  wrongPerson: [],
  stuck: [],
  asked: [],
  aside: [],
});

export const isClean = ({ asked: _, aside: __, ...faults }: Findings): boolean =>
  Object.values(faults).every((found) => found.length === 0);

/** The actions of a person at one server. */
export interface Journal {
  /** `Ada at one` */
  owner: string;
  /** The name of the server. */
  at: string;
  believed: Believed[];
  /** Task and start of all entries so far: entries set aside may be at the server in an old state. */
  starts: Set<string>;
  /** Task and start of entries set aside or damaged. */
  aside: Set<string>;
  tasks: { subject: string; title: string }[];
  /** Task and start of the entries that were forgotten when a copy of the data folder was restored. */
  forgotten?: ReadonlySet<string>;
}

/** The keys under which an entry with the start that was sent may be known here: it may have been moved by its fingerprint. */
export function sentKeys({ taskId, sent }: Pick<Held, 'taskId' | 'sent'>): string[] {
  const at = Date.parse(sent.startTime);
  const starts = Number.isNaN(at) ? [] : [at, Math.floor(at / 1000) * 1000, Math.ceil(at / 1000) * 1000];
  return [...new Set(starts)].map((start) => startKey({ taskId, start: new Date(start).toISOString() }));
}

/** True for a record that was sent for an entry, perhaps before its times were changed here. */
export function isSentFor(entry: Kept, theirs: Held, entries: readonly Kept[]): boolean {
  const keys = sentKeys(theirs);
  return keys.includes(startKey(entry)) || !entries.some((one) => keys.includes(startKey(one)));
}

export const startKey = ({ taskId, start }: Pick<Believed, 'taskId' | 'start'>): string => `${taskId} ${start}`;

/** The app's data of one account. */
export interface KeptAccount {
  entries: Kept[];
  /** By the app's ids. */
  serverIds: ReadonlyMap<string, string>;
  /** Reported as waiting for the person, with the reason. */
  needsYou: ReadonlyMap<string, string>;
  /** Waiting for something else. */
  waiting: ReadonlySet<string>;
}

export interface Side {
  journal: Journal;
  kept: KeptAccount;
  /** All entries of the server with their owners. */
  held: readonly Held[];
  heldTasks: readonly HeldTask[];
}

export function audit({ journal, kept, held, heldTasks }: Side, findings: Findings): void {
  const { owner, aside, forgotten } = journal;
  const ours = held.filter((one) => one.isOurs && one.of === owner);
  const byId = new Map(ours.map((one) => [one.id, one]));
  const taken = new Set<string>();
  const tell = (list: string[], what: string, ...of: unknown[]) =>
    list.push(`${owner}: ${what} ${of.map((one) => JSON.stringify(one)).join(' ')}`);

  for (const entry of kept.entries) {
    const serverId = kept.serverIds.get(entry.id);
    const there = serverId === undefined ? undefined : byId.get(serverId);
    if (serverId !== undefined) taken.add(serverId);
    const why = kept.needsYou.get(entry.id);
    if (why !== undefined) {
      tell(findings.asked, why, entry);
      continue;
    }
    if (aside.has(startKey(entry))) tell(findings.aside, 'damaged', entry);
    else if (kept.waiting.has(entry.id)) tell(findings.stuck, 'still waits', entry);
    else if (there === undefined) {
      if (!entry.isDiscarded) tell(findings.lost, 'not at the server', entry, serverId);
    } else if (!isAsSent(entry, there)) tell(findings.lost, 'not so at the server', entry, there);
  }

  const surplus = new Map<string, Held[]>();
  for (const one of ours) {
    if (taken.has(one.id) || isEmpty(one)) continue;
    const keys = sentKeys(one);
    const here = kept.entries.map(startKey);
    const isKnown = (one: string) => aside.has(one) || forgotten?.has(one) === true;
    const key = keys.find((one) => here.includes(one)) ?? keys.find(isKnown) ?? keys[0] ?? '';
    surplus.set(key, [...(surplus.get(key) ?? []), one]);
  }
  const asked = kept.entries.filter(({ id }) => kept.needsYou.has(id)).map(startKey);
  for (const [key, [first, ...others]] of surplus) {
    // A server that changed its times, or an entry that got other ones here since: nobody can recognise it.
    const isSameHere = kept.entries.some((entry) => !entry.isDiscarded && startKey(entry) === key);
    const isUnrecognisable = (one: Held) =>
      sentKeys(one).some((sent) => forgotten?.has(sent)) && (one.startTime !== one.sent.startTime || !isSameHere);
    if (first === undefined) continue;
    if (aside.has(key) || isUnrecognisable(first)) tell(findings.aside, 'one at the server', first);
    // The entry at the server may be the one that waits for the person.
    else if (asked.includes(key)) tell(findings.asked, 'one at the server', first);
    else tell(findings.doubled, 'only at the server', first);
    // Each life of a restored folder may have left one; a damaged record may not tell that it was sent.
    for (const other of others)
      tell(
        aside.has(key) || isUnrecognisable(other) ? findings.aside : findings.doubled,
        'only at the server, too',
        other,
      );
  }

  auditTasks(journal, kept, heldTasks, findings, tell);
}

/** Each title is created once or waits for the person. */
function auditTasks(
  { owner, tasks, aside }: Journal,
  kept: KeptAccount,
  held: readonly HeldTask[],
  findings: Findings,
  tell: (list: string[], what: string, ...of: unknown[]) => void,
): void {
  for (const { subject, title } of tasks) {
    const made = held.filter((one) => one.isOurs && one.title === title);
    if (made.some(({ of }) => of !== owner)) tell(findings.wrongPerson, 'a task as somebody else', title, made);
    if (made.length > 1) tell(aside.has(subject) ? findings.aside : findings.doubled, 'a task, twice', title);
    if (made.length > 0) continue;
    const why = kept.needsYou.get(subject);
    if (kept.waiting.has(subject)) {
      tell(aside.has(subject) ? findings.aside : findings.stuck, 'a task still waits', title);
      continue;
    }
    if (why !== undefined) tell(findings.asked, why, title);
    else if (aside.has(subject)) tell(findings.aside, 'a task', title);
    else tell(findings.lost, 'a task', title);
  }
}

/** Each record and task at a server belongs to its owner's account, and no other record was changed. */
export function auditOwners(
  server: string,
  journals: readonly Journal[],
  held: readonly Held[],
  heldTasks: readonly HeldTask[],
  findings: Findings,
): void {
  for (const { at, owner, tasks } of journals) {
    const found = heldTasks.filter((one) => one.isOurs && tasks.some(({ title }) => title === one.title));
    if (at !== server) for (const { title } of found) findings.wrongServer.push(`${server}: “${title}” of ${owner}`);
  }
  for (const one of held) {
    if (one.isTouched) findings.foreign.push(`${server}: changed by somebody else ${JSON.stringify(one)}`);
    if (!one.isOurs) continue;
    const keys = sentKeys(one);
    const owners = journals.filter(({ starts }) => keys.some((key) => starts.has(key)));
    if (owners.some(({ owner }) => owner === one.of) || isEmpty(one)) continue;
    const names = owners.map(({ owner }) => owner).join(', ') || 'nobody';
    const record = `${server}: of ${names} as ${one.of} ${JSON.stringify(one)}`;
    if (owners.some(({ at }) => at === server)) findings.wrongPerson.push(record);
    else if (owners.length > 0) findings.wrongServer.push(record);
    else if (journals.some(({ aside }) => aside.size > 0)) findings.aside.push(record);
    else findings.doubled.push(record);
  }
}

/**
 * The server received the local values, moved by less than a second, start and end alike; it may have stored them differently. Or the
 * person took over what it has.
 */
function isAsSent(entry: Kept, { taskId, sent, startTime, endTime, note, isNewerElsewhere }: Held): boolean {
  if (entry.isDiscarded) return endTime !== null && Date.parse(startTime) === Date.parse(endTime);
  if (entry.taskId !== taskId) return false;
  // What was changed elsewhere and not here since stays so.
  if (isNewerElsewhere) return true;
  const moved = Date.parse(sent.startTime) - Date.parse(entry.start);
  const isSent = Math.abs(moved) < 1000 && sameTime(entry.end, sent.endTime, moved) && entry.note === sent.note;
  // Answers may leave milliseconds out.
  const isNear = (one: string | null, other: string | null): boolean =>
    one === null || other === null ? one === other : Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
  return isSent || (isNear(entry.start, startTime) && isNear(entry.end, endTime) && entry.note === note);
}

const sameTime = (one: string | null, other: string | null, moved = 0): boolean =>
  one === null || other === null ? one === other : Date.parse(one) + moved === Date.parse(other);

export const isEmpty = ({ startTime, endTime }: Held): boolean =>
  endTime !== null && Date.parse(startTime) === Date.parse(endTime);
