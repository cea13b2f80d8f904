/** The server's status, configuration and roles (docs/service.md#instance). Missing answers are left out. */
import type { ServerView } from '../../../shared/contract/server-view.ts';
import type { Client } from '../../service/client.ts';

/** Throws ServiceError if status, health and configuration all fail. */
export async function readServer(
  client: Client,
  workspaces: readonly { id: string; name: string }[],
): Promise<ServerView> {
  const [status, health, document, config, idToken, roles] = await Promise.allSettled([
    client.getInstanceStatus(),
    client.getHealth(),
    client.getInterfaceDocument(),
    client.getConfig(),
    client.getIdToken(),
    client.listWorkspaceRoles(),
  ]);
  if (status.status === 'rejected' && health.status === 'rejected' && config.status === 'rejected') throw health.reason;
  const [about, well, token] = [answered(document), answered(health), answered(idToken)];
  return {
    health: well?.status ?? null,
    description: about && {
      title: about.info.title,
      version: about.info.version,
      paths: Object.keys(about.paths).length,
    },
    status: answered(status),
    config: answered(config),
    // Only whether there is one: the app does not use the token.
    isSingleSignOn: token && token.idToken !== null,
    workspaces: await Promise.all(
      workspaces.map(async ({ id, name }) => ({
        id,
        name,
        role: answered(roles)?.find((one) => one.id === id)?.role ?? null,
        assigned: await client.countAssignedTasks(id).catch(() => null),
      })),
    ),
  };
}

const answered = <T>(answer: PromiseSettledResult<T>): T | null =>
  answer.status === 'fulfilled' ? answer.value : null;

/** Whether pictures can be uploaded. Does not change during a session. */
export function createUploads() {
  const answers = new WeakMap<Client, Promise<boolean | null>>();
  return (client: Client): Promise<boolean | null> => {
    const known = answers.get(client);
    if (known !== undefined) return known;
    const asked = client.getConfig().then(
      ({ hasImageUploads }) => hasImageUploads,
      () => {
        // Try again the next time.
        answers.delete(client);
        return null;
      },
    );
    answers.set(client, asked);
    return asked;
  };
}
