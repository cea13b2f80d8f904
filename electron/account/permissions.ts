/**
 * What the person may not do in the workspace, as far as the service said: asked once a session, and learned from refusals
 * that name what is missing (section 5.5, section 7). Where nothing is known nothing is missing: the service decides anyway.
 */
import type { Client } from '../service/client.ts';

/** Those that something in Punchcard needs. */
const NEEDED = [
  'task:create',
  'task:update',
  'task:assign',
  'task:delete',
  'label:update',
  'project:update',
  'project:share',
  'workspace:manage_settings',
] as const;

export interface PermissionSource {
  workspaceId: string;
  client: Pick<Client, 'hasPermission'>;
}

export type Permissions = ReturnType<typeof createPermissions>;

export function createPermissions(onChange: () => void) {
  let source: PermissionSource | null = null;
  let isAsked = false;
  let missing = new Set<string>();

  function learn(permissions: readonly string[]): void {
    const before = missing.size;
    missing = new Set([...missing, ...permissions]);
    if (missing.size !== before) onChange();
  }

  async function ask(mine: PermissionSource): Promise<void> {
    const { workspaceId, client } = mine;
    const may = async (permissions: readonly string[]) =>
      (await client.hasPermission(workspaceId, grouped(permissions))).success;
    // Most may do everything: one question then.
    if (await may(NEEDED)) return;
    for (const permission of NEEDED) {
      if (source !== mine) return;
      if (!(await may([permission])) && source === mine) learn([permission]);
    }
  }

  return {
    /** As `resource:action`, in alphabetical order. */
    lacks: (): string[] => [...missing].toSorted(),

    /** Another session, or none (null). */
    start(next: PermissionSource | null): void {
      source = next;
      isAsked = false;
      if (missing.size === 0) return;
      missing = new Set();
      onChange();
    },
    /** Somebody is about to need it. */
    look(): void {
      if (isAsked || source === null) return;
      isAsked = true;
      // Not every server answers this to every credential; then the first refusal tells.
      ask(source).catch(() => undefined);
    },
    /** A refusal named these. */
    learn,
  };
}

/** As the service wants it: `{ task: ['create', 'update'] }`. */
function grouped(permissions: readonly string[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const permission of permissions) {
    const [resource = '', action = ''] = permission.split(':');
    groups[resource] = [...(groups[resource] ?? []), action];
  }
  return groups;
}
