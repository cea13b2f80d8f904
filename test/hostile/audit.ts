/**
 * Both sides after a hostile run: what a person did against what the servers hold and what the program keeps. What counts:
 *
 * - **lost**: an entry that was confirmed and is not at its server as the person last saw it, once everything is well again, and
 *   of which the program does not say that it waits for the person either.
 * - **doubled**: an entry at a server that is nobody's any more: made by the program, not closed with no length, and not the one
 *   record of a kept entry. A surplus one that the program has closed at 0:00 by itself is not.
 * - **foreign**: an entry of one person at another server or under another person there, and an entry of somebody else (another
 *   person, or another device of the same one) that the program changed.
 * - **stuck**: a start that ends neither in a window nor in a clear message, an outbox that does not empty, an exception.
 *
 * Not counted, because no client can know better; each is listed as `asked` or `aside`:
 * - a write that the program says needs the person, such as one that the server refuses in its own form to the end;
 * - what a damaged file took along, if the program has set the file or the record aside and says so. Entries in it may be at the
 *   server, each once, and still run there;
 * - a log of changes that ends sooner than it did, which looks like one that never was longer;
 * - damaged bytes in the only copy of a record: the audit goes by what can be read of it, and forgives its record at the server.
 */
import type { Believed, Kept } from './person.ts';
import type { Held, HeldTask } from './server.ts';

export interface Findings {
  lost: string[];
  doubled: string[];
  foreign: string[];
  stuck: string[];
  /** Said to need the person. */
  asked: string[];
  /** Set aside, or damaged in its only copy. */
  aside: string[];
}

export const noFindings = (): Findings => ({ lost: [], doubled: [], foreign: [], stuck: [], asked: [], aside: [] });

export const isClean = ({ lost, doubled, foreign, stuck }: Findings): boolean =>
  lost.length + doubled.length + foreign.length + stuck.length === 0;

/** What a person did as one person at one server. */
export interface Journal {
  /** `Ada at one` */
  owner: string;
  believed: Believed[];
  /** Task and start of every entry that ever was: what is set aside may be there as it once was. */
  starts: Set<string>;
  /** Task and start of what was set aside or damaged. */
  aside: Set<string>;
  tasks: { subject: string; title: string }[];
}

export const startKey = ({ taskId, start }: Pick<Believed, 'taskId' | 'start'>): string => `${taskId} ${start}`;

/** What the program keeps of one account. */
export interface KeptAccount {
  entries: Kept[];
  /** By the program's ids. */
  serverIds: ReadonlyMap<string, string>;
  /** The program says of these that they wait for the person, and why. */
  needsYou: ReadonlyMap<string, string>;
  /** These wait for something else. */
  waiting: ReadonlySet<string>;
}

export interface Side {
  journal: Journal;
  kept: KeptAccount;
  /** All that the server holds, and of whom. */
  held: readonly Held[];
  heldTasks: readonly HeldTask[];
}

export function audit({ journal, kept, held, heldTasks }: Side, findings: Findings): void {
  const { owner, aside } = journal;
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
    const key = startKey({ taskId: one.taskId, start: one.sent.startTime });
    surplus.set(key, [...(surplus.get(key) ?? []), one]);
  }
  const asked = kept.entries.filter(({ id }) => kept.needsYou.has(id)).map(startKey);
  for (const [key, [first, ...others]] of surplus) {
    if (aside.has(key)) tell(findings.aside, 'one at the server', first);
    // What waits for the person may be the one that is there.
    else if (asked.includes(key)) tell(findings.asked, 'one at the server', first);
    else tell(findings.doubled, 'only at the server', first);
    for (const other of others) tell(findings.doubled, 'only at the server, too', other);
  }

  auditTasks(journal, kept, heldTasks, findings, tell);
}

/** A title is made once, or waits for the person. */
function auditTasks(
  { owner, tasks, aside }: Journal,
  kept: KeptAccount,
  held: readonly HeldTask[],
  findings: Findings,
  tell: (list: string[], what: string, ...of: unknown[]) => void,
): void {
  for (const { subject, title } of tasks) {
    const made = held.filter((one) => one.isOurs && one.title === title);
    if (made.some(({ of }) => of !== owner)) tell(findings.foreign, 'a task as somebody else', title, made);
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

/** Whatever is kept here: each record at a server is of an entry of its owner, and nobody else's was changed. */
export function auditOwners(
  server: string,
  journals: readonly Journal[],
  held: readonly Held[],
  findings: Findings,
): void {
  for (const one of held) {
    if (one.isTouched) findings.foreign.push(`${server}: changed by somebody else ${JSON.stringify(one)}`);
    if (!one.isOurs) continue;
    const key = startKey({ taskId: one.taskId, start: one.sent.startTime });
    const owners = journals.filter(({ starts }) => starts.has(key)).map(({ owner }) => owner);
    if (owners.includes(one.of) || isEmpty(one)) continue;
    const record = `${server}: of ${owners.join(', ') || 'nobody'} as ${one.of} ${JSON.stringify(one)}`;
    if (owners.length > 0) findings.foreign.push(record);
    else if (journals.some(({ aside }) => aside.size > 0)) findings.aside.push(record);
    else findings.doubled.push(record);
  }
}

/** The server was told what is kept here; what it made of that is its own affair. */
function isAsSent(entry: Kept, { sent, startTime, endTime }: Held): boolean {
  if (entry.isDiscarded) return endTime !== null && Date.parse(startTime) === Date.parse(endTime);
  return (
    entry.taskId === sent.taskId &&
    sameTime(entry.start, sent.startTime) &&
    sameTime(entry.end, sent.endTime) &&
    entry.note === sent.note
  );
}

const sameTime = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);

export const isEmpty = ({ startTime, endTime }: Held): boolean =>
  endTime !== null && Date.parse(startTime) === Date.parse(endTime);
