/** External links of a task (docs/service.md#external-links). A lost one is found by its address. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { LENGTHS, MAX_NAME } from '../../../shared/limits.ts';
import { oneLine, shorten } from '../../../shared/tasks/clean-text.ts';
import { acceptAnyAnswer } from '../../outbox/answers.ts';
import { showsAdded, showsRemoved, taskCollection } from './task-collection.ts';
import { OfTask } from './task-write.ts';

export const links = taskCollection({
  name: 'links',
  noun: 'link',
  list: (client, taskId) => client.listExternalLinks(taskId),
  view: ({ id, url, title, integrationId }) => ({
    id,
    title: title || oneLine(url, MAX_NAME),
    url: url.slice(0, LENGTHS.url),
    host: hostOf(url),
    isManual: integrationId == null,
    isUnsent: false,
  }),
  /** POST /external-link/task/{taskId}. */
  added: {
    kind: 'task.link-add',
    schema: OfTask.extend({ url: z.string(), title: z.string() }),
    key: ({ url }) => url,
    send: ({ taskId, url, title }, client) =>
      acceptAnyAnswer(client.createExternalLink(taskId, { url, ...(title !== '' && { title }) })),
    overlay: ({ url, title }, id) =>
      showsAdded('links', { id, title: title || url, url, host: hostOf(url), isManual: true, isUnsent: true }),
    describe: ({ identifier, url }) => messages.outbox.relation.link({ task: identifier, url }),
    rejected: ({ identifier, url }) => messages.outbox.relation.linkRejected({ task: identifier, url }),
    changed: ({ identifier, url, title }) => messages.tasks.linked({ task: identifier, link: title || url }),
  },
  /** DELETE /external-link/task/{taskId}/{id}. */
  removed: {
    kind: 'task.link-remove',
    schema: OfTask.extend({ linkId: z.string(), name: z.string() }),
    key: ({ linkId }) => linkId,
    send: ({ taskId, linkId }, client) => client.deleteExternalLink(taskId, linkId),
    overlay: ({ linkId }) => showsRemoved('links', linkId),
    describe: ({ identifier, name }) => messages.outbox.relation.unlink({ task: identifier, link: name }),
    rejected: ({ identifier, name }) => messages.outbox.relation.unlinkRejected({ task: identifier, link: name }),
    changed: ({ identifier, name }) => messages.tasks.linkTaken({ task: identifier, link: name }),
  },
  by: ['url'],
  add: ({ url, title }) => ({ url, title }),
  addAgain: ({ url, title }) => ({ url, title }),
  remove: ({ id, title, isManual }) => (isManual ? { linkId: id, name: title } : undefined),
});

/** The host of an address, such as docs.gateway.example; its scheme if it has no host. */
function hostOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : shorten(parsed.host || parsed.protocol, MAX_NAME);
}
