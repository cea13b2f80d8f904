/**
 * What the person may not do in the workspace, so that a control says so before it is tried (docs/service.md#permissions). Asked of the service
 * when a session begins and once in a while after that, and kept on disk; what is learned from rejections is good until the app
 * ends. Where the service cannot tell, everything counts as allowed until it is rejected.
 */
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { SettingsStore } from '../../store/settings.ts';

/** What Punchcard's controls need, as `resource:action`. */
export const PERMISSIONS = [
  'task:create',
  'task:update',
  'task:assign',
  'task:delete',
  'label:update',
  'label:create',
  'label:delete',
  'project:create',
  'project:update',
  'project:delete',
  'project:share',
  'workspace:manage_settings',
] as const;

/** How long an answer holds (ms): roles change rarely. */
const FRESH_MS = 3_600_000;
/** After no answer, and after a rejection that contradicts the last answer (ms). */
const RETRY_MS = 60_000;

/** Whose permissions. */
export interface PermissionsOf {
  accountId: string;
  workspaceId: string;
}

export interface PermissionsOptions {
  settings: Pick<SettingsStore, 'kept' | 'keep'>;
  now: () => number;
  /** What is lacking is another now. */
  onChange: () => void;
}

export type Permissions = ReturnType<typeof createPermissions>;

export function createPermissions({ settings, now, onChange }: PermissionsOptions) {
  let of: PermissionsOf | null = null;
  let client: Pick<Client, 'hasPermission'> | undefined;
  let lacking: readonly string[] = [];
  /** Those of them known only from rejections. */
  let learned: readonly string[] = [];
  /** Those of them that the scope of the API key lacks: has-permission may answer by the role alone. */
  let keyLacks: readonly string[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;

  const keyOf = ({ accountId, workspaceId }: PermissionsOf): string => `${accountId} ${workspaceId}`;

  function show(next: readonly string[]): void {
    const isSame = next.length === lacking.length && next.every((permission) => lacking.includes(permission));
    if (isSame) return;
    lacking = next;
    onChange();
  }

  function keep(answer: readonly string[]): void {
    if (of === null) return;
    const { [keyOf(of)]: kept = [], ...others } = settings.kept('lacking') ?? {};
    if (kept.join() === answer.join()) return;
    settings.keep('lacking', answer.length === 0 ? others : { ...others, [keyOf(of)]: [...answer] });
  }

  async function ask(from: PermissionsOf, through: Pick<Client, 'hasPermission'>): Promise<void> {
    const found = await missing(from.workspaceId, through);
    if (from !== of) return;
    if (found === undefined) askedAt = now() - FRESH_MS + RETRY_MS;
    else {
      // Where it no longer tells, what it said earlier must not stand in the way for ever.
      keep(found === 'untold' ? [] : found);
      show([...new Set([...(found === 'untold' ? learned : found), ...keyLacks])]);
      if (found !== 'untold') learned = [];
    }
  }

  function need(): void {
    const age = now() - askedAt;
    if (of === null || client === undefined || (age >= 0 && age < FRESH_MS)) return;
    askedAt = now();
    void ask(of, client);
  }

  return {
    /** Permissions that are known to be missing, as `resource:action`. */
    lacks: (): string[] => [...lacking],

    /** Begins with what is stored for that account, and asks the service if there is a session. `from` is null after signing out. */
    start(from: PermissionsOf | null, through?: Pick<Client, 'hasPermission'>): void {
      of = from;
      client = through;
      learned = [];
      keyLacks = [];
      askedAt = Number.NEGATIVE_INFINITY;
      show((from && settings.kept('lacking')?.[keyOf(from)]) ?? []);
      need();
    },

    /** Something is on screen whose controls need to know: asks unless the answer is fresh. */
    need,

    /** A rejection names what is missing: `MISSING_PERMISSION` and `API_KEY_SCOPE` (docs/service.md#errors). */
    learn({ missingPermissions, isKeyScope }: Pick<ServiceError, 'missingPermissions' | 'isKeyScope'>): void {
      if (isKeyScope) keyLacks = [...new Set([...keyLacks, ...missingPermissions])];
      if (missingPermissions.every((permission) => lacking.includes(permission))) return;
      if (!isKeyScope) {
        // The rejection contradicts the last answer: the role has changed, or the rejection was about one thing alone.
        askedAt = Math.min(askedAt, now() - FRESH_MS + RETRY_MS);
        learned = [...new Set([...learned, ...missingPermissions])];
      }
      show([...new Set([...lacking, ...missingPermissions])]);
    },
  };
}

/**
 * One question for all; only where something is missing, one for each. `untold`: the service does not tell, because one is no
 * member, or it has no such route; undefined where it does not answer. Neither means that anything is forbidden.
 */
async function missing(
  workspaceId: string,
  client: Pick<Client, 'hasPermission'>,
): Promise<string[] | 'untold' | undefined> {
  const may = (permissions: readonly string[]) =>
    client.hasPermission(workspaceId, byResource(permissions)).then(
      ({ success }) => success,
      (error: unknown) => (error instanceof ServiceError && !error.isPassing ? ('untold' as const) : undefined),
    );
  const all = await may(PERMISSIONS);
  if (all === undefined || all === 'untold') return all;
  if (all) return [];
  const each = await Promise.all(PERMISSIONS.map(async (permission) => ({ permission, may: await may([permission]) })));
  return each.filter((one) => one.may === false).map(({ permission }) => permission);
}

function byResource(permissions: readonly string[]): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (const permission of permissions) {
    const [resource = '', action = ''] = permission.split(':');
    grouped[resource] = [...(grouped[resource] ?? []), action];
  }
  return grouped;
}
