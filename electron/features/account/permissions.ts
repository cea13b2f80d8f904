/**
 * The permissions that the person lacks in the workspace, so that a control can say so before it is used (docs/service.md#permissions).
 * They are read when a session begins and again when stale, and stored on disk; those learned from rejections last until the app quits.
 * If the service cannot answer, everything counts as allowed until it is rejected.
 */
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { SettingsStore } from '../../store/settings.ts';

/** The permissions that Punchcard's controls need, as `resource:action`. */
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

/** How long an answer counts as fresh (ms): roles change rarely. */
const FRESH_MS = HOUR_MS;
/** After no answer, and after a rejection that contradicts the last answer (ms). */
const RETRY_MS = MINUTE_MS;

export interface PermissionsOf {
  accountId: string;
  workspaceId: string;
}

export interface PermissionsOptions {
  settings: Pick<SettingsStore, 'readValue' | 'writeValue'>;
  now: () => number;
  onChange: () => void;
}

export function createPermissions({ settings, now, onChange }: PermissionsOptions) {
  let source: PermissionsOf | null = null;
  let client: Pick<Client, 'hasPermission'> | undefined;
  let missing: readonly string[] = [];
  /** Missing permissions known only from rejections. */
  let learned: readonly string[] = [];
  /** Permissions outside the API key's scope: has-permission may look at the role alone. */
  let outsideKeyScope: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  const keyOf = ({ accountId, workspaceId }: PermissionsOf): string => `${accountId} ${workspaceId}`;

  function show(next: readonly string[]): void {
    const isSame = next.length === missing.length && next.every((permission) => missing.includes(permission));
    if (isSame) return;
    missing = next;
    onChange();
  }

  function store(answer: readonly string[]): void {
    if (source === null) return;
    const { [keyOf(source)]: stored = [], ...others } = settings.readValue('lacking') ?? {};
    if (stored.join() === answer.join()) return;
    settings.writeValue('lacking', answer.length === 0 ? others : { ...others, [keyOf(source)]: [...answer] });
  }

  async function read(from: PermissionsOf, through: Pick<Client, 'hasPermission'>): Promise<void> {
    const found = await readMissing(from.workspaceId, through);
    if (from !== source) return;
    if (found === undefined) readAt = now() - FRESH_MS + RETRY_MS;
    else {
      // A service that stops answering must not block controls forever with an old answer.
      store(found === 'unknown' ? [] : found);
      show([...new Set([...(found === 'unknown' ? learned : found), ...outsideKeyScope])]);
      if (found !== 'unknown') learned = [];
    }
  }

  function refreshIfStale(): void {
    const age = now() - readAt;
    if (source === null || client === undefined || (age >= 0 && age < FRESH_MS)) return;
    readAt = now();
    void read(source, client);
  }

  return {
    /** Permissions that are known to be missing, as `resource:action`. */
    missing: (): string[] => [...missing],

    /** Starts with the stored permissions and asks the service if there is a session. `from` is null after signing out. */
    start(from: PermissionsOf | null, through?: Pick<Client, 'hasPermission'>): void {
      source = from;
      client = through;
      learned = [];
      outsideKeyScope = [];
      readAt = Number.NEGATIVE_INFINITY;
      show((from && settings.readValue('lacking')?.[keyOf(from)]) ?? []);
      refreshIfStale();
    },

    /** Asks the service unless the answer is fresh. Called when a view with such controls is shown. */
    refreshIfStale,

    /** Learns from a rejection with `MISSING_PERMISSION` or `API_KEY_SCOPE` (docs/service.md#errors). */
    learn({ missingPermissions, isKeyScope }: Pick<ServiceError, 'missingPermissions' | 'isKeyScope'>): void {
      if (isKeyScope) outsideKeyScope = [...new Set([...outsideKeyScope, ...missingPermissions])];
      if (missingPermissions.every((permission) => missing.includes(permission))) return;
      if (!isKeyScope) {
        // The rejection contradicts the last answer: the role changed, or the rejection concerns one record only.
        readAt = Math.min(readAt, now() - FRESH_MS + RETRY_MS);
        learned = [...new Set([...learned, ...missingPermissions])];
      }
      show([...new Set([...missing, ...missingPermissions])]);
    },
  };
}

/**
 * Asks for all permissions at once, and for each one only if any is missing. `unknown`: the service rejects the question, because the
 * person is no member or the route is missing. undefined: no answer. Neither means that something is forbidden.
 */
async function readMissing(
  workspaceId: string,
  client: Pick<Client, 'hasPermission'>,
): Promise<string[] | 'unknown' | undefined> {
  const may = (permissions: readonly string[]) =>
    client.hasPermission(workspaceId, byResource(permissions)).then(
      ({ success }) => success,
      (error: unknown) => (error instanceof ServiceError && !error.isTransient ? ('unknown' as const) : undefined),
    );
  const all = await may(PERMISSIONS);
  if (all === undefined || all === 'unknown') return all;
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
