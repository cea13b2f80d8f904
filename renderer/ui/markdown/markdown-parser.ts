/** Parses markdown in a worker, one text at a time. On a timeout the worker is terminated, and the next text gets a new one. */
import type { MarkdownNode } from './parse-markdown.ts';

/** null if parsing fails, takes too long or gives too large a tree; the text is then shown as plain text. */
export type Parsed = MarkdownNode[] | null;

interface Job {
  text: string;
  signal: AbortSignal;
  resolve: (parsed: Parsed) => void;
}

/** What the worker posts: once when it is loaded, then the tree of each text. */
export type ParserAnswer = 'loaded' | Parsed;

export type ParserWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** For one text, from the moment at which the worker is loaded (ms). */
const TIME_LIMIT_MS = 3_000;
/** An idle worker is terminated after this time (ms). */
const IDLE_MS = 30_000;
const MAX_CACHED = 20;

export function createMarkdownParser(startWorker: () => ParserWorker, timeLimitMs = TIME_LIMIT_MS) {
  const cache = new Map<string, Parsed>();
  let worker: ParserWorker | null = null;
  let isLoaded = false;
  let running: Job | null = null;
  let waiting: Job[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function prepare(): ParserWorker {
    clearTimeout(timer);
    timer = setTimeout(stopWorker, IDLE_MS);
    if (worker !== null) return worker;
    worker = startWorker();
    worker.onmessage = ({ data }: MessageEvent<ParserAnswer>) => (data === 'loaded' ? onLoaded() : finish(data));
    // The worker failed to load or ran out of memory.
    worker.onerror = () => fail();
    return worker;
  }

  function stopWorker(): void {
    worker?.terminate();
    worker = null;
    isLoaded = false;
  }

  /** Loading takes long on a busy computer and is no fault of the text. */
  function onLoaded(): void {
    isLoaded = true;
    if (running !== null) startLimit();
  }

  function startLimit(): void {
    clearTimeout(timer);
    timer = setTimeout(fail, timeLimitMs);
  }

  function fail(): void {
    stopWorker();
    finish(null);
  }

  function finish(parsed: Parsed): void {
    const job = running;
    running = null;
    clearTimeout(timer);
    if (job !== null) {
      cache.set(job.text, parsed);
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
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
    if (isLoaded) startLimit();
    parser.postMessage(job.text);
  }

  function cancel(job: Job): void {
    waiting = waiting.filter((one) => one !== job);
    if (running !== job) return;
    // Its late answer must not be taken for that of the next job.
    running = null;
    clearTimeout(timer);
    stopWorker();
    next();
  }

  return {
    /** The cached result; undefined if there is none. */
    cached: (text: string) => cache.get(text),
    /** Starts the worker in advance. */
    prepare: () => void (running === null && prepare()),
    /** Never rejects. Does not resolve after `signal` is aborted. */
    parse(text: string, signal: AbortSignal): Promise<Parsed> {
      return new Promise((resolve) => {
        const job = { text, signal, resolve };
        signal.addEventListener('abort', () => cancel(job), { once: true });
        waiting.push(job);
        next();
      });
    },
  };
}
