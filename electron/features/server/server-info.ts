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
  const [documentAnswer, healthAnswer, token] = [answered(document), answered(health), answered(idToken)];
  return {
    health: healthAnswer?.status ?? null,
    description: documentAnswer && {
      title: documentAnswer.info.title,
      version: documentAnswer.info.version,
      paths: Object.keys(documentAnswer.paths).length,
    },
    status: answered(status),
    config: answered(config),
    // The app does not use the token itself.
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
    const cached = answers.get(client);
    if (cached !== undefined) return cached;
    const request = client.getConfig().then(
      ({ hasImageUploads }) => hasImageUploads,
      () => {
        // Try again the next time.
        answers.delete(client);
        return null;
      },
    );
    answers.set(client, request);
    return request;
  };
}
