/**
 * Remembers every process that descends from one process (Linux), so that those it leaves behind can be ended, and no others.
 * Parents are no help afterwards, an orphan's parent is init; nor are environments, Chromium overwrites its own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { endAll } from './stop-process.mjs';

/** How often to look (ms). A look reads every process, which costs some milliseconds. */
const interval = 1_000;

/**
 * @param {number} ancestor a process id
 * @returns {{ look: () => number[], endLeftBehind: () => Promise<void> }} `look` also runs every second; call `endLeftBehind` once the
 *   ancestor has ended
 */
export function watchDescendants(ancestor) {
  /** Start times by process id: the same id with another start time is another process. @type {Map<number, string>} */
  const known = new Map();
  const look = () => {
    const now = processes();
    /** @type {Map<number, number[]>} */
    const children = new Map();
    for (const [pid, { parent }] of now) children.set(parent, [...(children.get(parent) ?? []), pid]);
    const queue = [ancestor, ...known.keys()];
    for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
      const startedThen = known.get(pid);
      if (startedThen !== undefined && now.get(pid)?.started !== startedThen) {
        known.delete(pid);
        continue;
      }
      for (const child of children.get(pid) ?? []) {
        const started = now.get(child)?.started;
        if (started === undefined || known.get(child) === started) continue;
        known.set(child, started);
        queue.push(child);
      }
    }
    return [...known.keys()];
  };
  const timer = setInterval(look, interval).unref();
  return {
    look,
    endLeftBehind: async () => {
      clearInterval(timer);
      await endAll(async () => look());
    },
  };
}

/** @typedef {{ parent: number, started: string }} Process `started` in clock ticks since boot */

/**
 * Reads in one go: on a busy machine a slow look could end after a newer one and forget what that one had found.
 *
 * @returns {Map<number, Process>} every process but zombies, by its id
 */
function processes() {
  /** @type {Map<number, Process>} */
  const found = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const text = statusOf(name);
    // "pid (name) state ppid …": the name may hold spaces and brackets itself.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, parent] = fields;
    const started = fields[19];
    if (started === undefined || state === 'Z') continue;
    found.set(Number(name), { parent: Number(parent), started });
  }
  return found;
}

/** @param {string} pid */
function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // It has ended.
    return '';
  }
}
