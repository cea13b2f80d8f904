/** Processes of an app (Linux: /proc). */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The process and its descendants.
 * @param parents those found before, which are not read again; then processes that ended are listed as well
 */
export function treeOf(pid: number, parents = new Map<number, number>()): number[] {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || parents.has(Number(name))) continue;
    const parent = /^PPid:\s+(\d+)/m.exec(readProc(Number(name), 'status'))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOurs = (one: number): boolean => one === pid || (parents.has(one) && isOurs(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isOurs);
}

/** Empty for a process that exited. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** Proportional set size, in bytes. */
export function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024;
}

export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
