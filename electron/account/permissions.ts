/**
 * What the person may not do in the workspace, so that a control says so before it is tried (section 5.5). Asked of the service
 * once in a while, and learned from its refusals; where it cannot tell, everything counts as allowed until it is refused.
 */
import type { Client } from '../service/client.ts';
import type { ServiceError } from '../service/errors.ts';

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

/** Whose permissions. */
export interface PermissionsOf {
  workspaceId: string;
  client: Pick<Client, 'hasPermission'>;
}

export interface PermissionsOptions {
  now: () => number;
  /** What is lacking is another now. */
  onChange: () => void;
}

export type Permissions = ReturnType<typeof createPermissions>;

export function createPermissions({ now, onChange }: PermissionsOptions) {
  let of: PermissionsOf | null = null;
  let lacking = new Set<string>();
  let askedAt = Number.NEGATIVE_INFINITY;

  function learn(permissions: readonly string[]): void {
    const next = new Set([...lacking, ...permissions]);
    if (next.size === lacking.size) return;
    lacking = next;
    onChange();
  }

  async function ask(from: PermissionsOf): Promise<void> {
    const found = await missing(from);
    if (from !== of || found === undefined) return;
    const isSame = found.length === lacking.size && found.every((permission) => lacking.has(permission));
    lacking = new Set(found);
    if (!isSame) onChange();
  }

  return {
    /** Permissions that are known to be missing, as `resource:action`. */
    lacks: (): string[] => [...lacking],

    /** null where nobody is signed in. */
    start(from: PermissionsOf | null): void {
      of = from;
      askedAt = Number.NEGATIVE_INFINITY;
      if (lacking.size === 0) return;
      lacking = new Set();
      onChange();
    },

    /** Something is on screen whose controls need to know: asks unless the answer is fresh. */
    need(): void {
      if (of === null || Math.abs(now() - askedAt) < FRESH_MS) return;
      askedAt = now();
      void ask(of);
    },

    /** A refusal names what is missing: `MISSING_PERMISSION` and `API_KEY_SCOPE` (section 7). */
    learn: ({ missingPermissions }: Pick<ServiceError, 'missingPermissions'>): void => learn(missingPermissions),
  };
}

/** One question for all; only where something is missing, one for each. undefined where the service does not tell. */
async function missing({ client, workspaceId }: PermissionsOf): Promise<string[] | undefined> {
  const may = (permissions: readonly string[]) =>
    client.hasPermission(workspaceId, byResource(permissions)).then(
      ({ success }) => success,
      // Not a member, a server without that route, no network: it does not mean that anything is forbidden.
      () => undefined,
    );
  const all = await may(PERMISSIONS);
  if (all === undefined) return undefined;
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
