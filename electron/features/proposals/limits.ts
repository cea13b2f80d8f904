/**
 * How much of each source is read, and for how long it may take (ms, bytes). What is left out is said beside the source, if that is
 * known; docs/sources.md has them all.
 */
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';

export const LIMITS = {
  /** Levels of folders below a chosen one; a chosen folder; a repository; a command; looking for repositories, and reading them. */
  git: {
    depth: 4,
    folders: 2_000,
    repositories: 100,
    commits: 2_000,
    checkouts: 5_000,
    bytes: 4_000_000,
    commandMs: 5 * SECOND_MS,
    lookingMs: 10 * SECOND_MS,
    readingMs: 15 * SECOND_MS,
  },
  /** A file, or an address with all its redirects; the thread that parses; what that looks at and finds, of an event and of all. */
  calendars: {
    bytes: 10_000_000,
    redirects: 5,
    loadingMs: 10 * SECOND_MS,
    parsingMs: 9 * SECOND_MS,
    megabytes: 256,
    repeats: 10_000,
    repeatsOfAll: 200_000,
    foundRepeats: 200,
    dates: 2_000,
  },
  /** An answer; the list of buckets; a bucket, of which ActivityWatch returns the latest events, and all of them. */
  activityWatch: {
    answerMs: 5 * SECOND_MS,
    bytes: 8_000_000,
    listBytes: 1_000_000,
    buckets: 20,
    events: 20_000,
    allEvents: 50_000,
  },
  /** All places of a source together. It is more than they need one by one, so that a slow one takes no other away. */
  sourceMs: 30 * SECOND_MS,
  /** Of one place and reading. */
  pieces: 2_000,
};
