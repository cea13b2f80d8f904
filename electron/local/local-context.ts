/** The context that all routes of the local workspace share. */
import type { Hono } from 'hono';
import type { User } from '../service/records.ts';
import type { AssetFiles } from './asset-files.ts';
import type { Changes } from './change-events.ts';
import type { CodeHost } from './code-host-client.ts';
import type { LocalDatabase } from './database.ts';
import type { LocalNames } from './default-names.ts';
import type { Role } from './permissions.ts';

export interface LocalContext {
  database: LocalDatabase;
  /** The clock, in ms since 1970. */
  now(): number;
  /** The clock as an ISO string in UTC. */
  timestamp(): string;
  /** Names of the columns and sample tasks that the workspace creates. */
  names(): LocalNames;
  /** Origin of the browser page that approves devices; undefined while it is not served. */
  publicUrl(): string | undefined;
  /** The bytes of pictures. */
  files: AssetFiles;
  /** null: no app is installed. */
  codeHost: CodeHost | null;
  /** Routes emit their changes here. */
  changes: Changes;
  device: {
    /** Client ids that may request a device code. */
    clientIds: readonly string[];
    /** Shortest time between two polls, in ms. */
    intervalMs: number;
    lifetimeMs: number;
    /** A program redeemed its code. */
    onProgram: () => void;
  };
}

/** The rate limit of an API key (docs/service.md#rate-limits). */
export interface KeyLimits {
  /** Null: unlimited. */
  rate: { max: number; windowMs: number } | null;
  hasQuota: boolean;
}

/** The person and credential of a request (docs/service.md#signing-in). */
export interface Caller {
  user: User;
  role: Role;
  /** The session that the caller got with an approved device code, or that made its key (it may have ended since); null for a person. */
  deviceSessionId: string | null;
  credential:
    | {
        kind: 'session';
        id: string;
        userAgent: string | null;
        createdAt: string;
        expiresAt: string;
      }
    /** `scopes` holds `resource:action`; null means all. */
    | { kind: 'api-key'; id: string; scopes: string[] | null; limits: KeyLimits };
}

export interface LocalEnv {
  Variables: {
    caller: Caller;
    /** Throws if the caller's credential ended meanwhile. Absent on routes that need no login. */
    checkLogin?: () => void;
  };
}

/** The routes under /api. */
export type LocalApi = Hono<LocalEnv>;
