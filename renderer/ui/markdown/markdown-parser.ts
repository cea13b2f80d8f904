/**
 * Parses markdown in a worker, one text after the other. A text that takes too long is given up together with its worker, and the
 * next one gets a new worker.
 */
import type { MarkdownNode } from './parse-markdown.ts';

/** null: it takes too long, or cannot be drawn at once; it is to be shown as plain text. */
export type Parsed = MarkdownNode[] | null;

interface Job {
  text: string;
  signal: AbortSignal;
  resolve: (parsed: Parsed) => void;
}

/** The part of a Worker that is used. */
export type ParserWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export interface MarkdownParser {
  /** What is known of a text; undefined where it was not parsed lately. */
  known(text: string): Parsed | undefined;
  /** Loads the worker, which is soon needed. */
  prepare(): void;
  /** Never rejects; where nobody waits any more (`signal`), it does not resolve. */
  parse(text: string, signal: AbortSignal): Promise<Parsed>;
}

/** Long enough for the worker to be loaded on a busy computer; what takes this long after that never ends (ms). */
const TIME_LIMIT_MS = 3_000;
/** A worker that nobody needs is let go (ms). */
const IDLE_MS = 30_000;
/** So many texts stay known. */
const MAX_KNOWN = 20;

export function createMarkdownParser(startWorker: () => ParserWorker, timeLimitMs = TIME_LIMIT_MS): MarkdownParser {
  const kept = new Map<string, Parsed>();
  let worker: ParserWorker | null = null;
  let running: Job | null = null;
  let waiting: Job[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function prepare(): ParserWorker {
    clearTimeout(timer);
    timer = setTimeout(stopWorker, IDLE_MS);
    if (worker !== null) return worker;
    worker = startWorker();
    worker.onmessage = ({ data }: MessageEvent<Parsed>) => end(data);
    // It could not be loaded, or ran out of memory.
    worker.onerror = () => giveUp();
    return worker;
  }

  function stopWorker(): void {
    worker?.terminate();
    worker = null;
  }

  function giveUp(): void {
    stopWorker();
    end(null);
  }

  function end(parsed: Parsed): void {
    const job = running;
    running = null;
    clearTimeout(timer);
    if (job !== null) {
      kept.set(job.text, parsed);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KNOWN && oldest !== undefined) kept.delete(oldest);
      job.resolve(parsed);
    }
    next();
  }

  function next(): void {
    if (running !== null) return;
    const job = waiting.shift();
    if (job === undefined) {
      timer = setTimeout(stopWorker, IDLE_MS);
      return;
    }
    running = job;
    const parser = prepare();
    clearTimeout(timer);
    timer = setTimeout(giveUp, timeLimitMs);
    parser.postMessage(job.text);
  }

  /** Nobody waits for it any more. */
  function drop(job: Job): void {
    waiting = waiting.filter((one) => one !== job);
    if (running !== job) return;
    // Its answer must not be taken for that of the next one.
    running = null;
    clearTimeout(timer);
    stopWorker();
    next();
  }

  return {
    known: (text) => kept.get(text),
    prepare: () => void (running === null && prepare()),
    parse(text, signal) {
      return new Promise((resolve) => {
        const job = { text, signal, resolve };
        signal.addEventListener('abort', () => drop(job), { once: true });
        waiting.push(job);
        next();
      });
    },
  };
}
