/** What every route of the local workspace needs, handed to it once. */
import type { Hono } from 'hono';
import type { User } from '../service/records.ts';
import type { Changes } from './change-events.ts';
import type { LocalDatabase } from './database.ts';
import type { LocalWords } from './default-names.ts';
import type { Role } from './permissions.ts';

export interface LocalContext {
  database: LocalDatabase;
  /** The clock, in ms since 1970. */
  now(): number;
  /** The clock as an ISO string in UTC. */
  timestamp(): string;
  /** What it calls things that it makes itself: columns, sample tasks. */
  words(): LocalWords;
  /** Origin of the browser page that approves devices; undefined while nothing serves it. */
  publicUrl(): string | undefined;
  /** Where routes tell what they changed. */
  changes: Changes;
  device: {
    /** Client ids that may ask for a device code. */
    clientIds: readonly string[];
    /** Shortest time between two polls, in ms. */
    intervalMs: number;
    /** How long a device code lives, in ms. */
    lifetimeMs: number;
  };
}

/** How often an API key may be used (docs/service.md#rate-limits). */
export interface KeyLimits {
  /** Null: as often as one likes. */
  rate: { max: number; windowMs: number } | null;
  hasQuota: boolean;
}

/** Who makes a request, and with what (docs/service.md#signing-in). */
export interface Caller {
  user: User;
  /** The person's role in the workspace. */
  role: Role;
  credential:
    | { kind: 'session'; id: string; userAgent: string | null; createdAt: string; expiresAt: string }
    /** `scopes` holds `resource:action`; null means all. */
    | { kind: 'api-key'; id: string; scopes: string[] | null; limits: KeyLimits };
}

export interface LocalEnv {
  Variables: { caller: Caller };
}

/** The routes under /api. */
export type LocalApi = Hono<LocalEnv>;
