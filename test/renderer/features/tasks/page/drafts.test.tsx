/** Drafts on a task's page belong to the account that wrote them. */

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useDraft } from '../../../../../renderer/features/tasks/page/drafts.ts';
import { usePublished } from '../../../../../renderer/state/main-process.ts';

import type { State } from '../../../../../shared/contract/index.ts';

function draftsOf(accountId: string, taskId: string) {
  // Rendering to a string reads the store's initial state.
  Object.assign(usePublished.getInitialState(), { state: { account: { id: accountId } } as unknown as State });
  const read: ReturnType<typeof useDraft>[] = [];
  const Probe = () => {
    read.push(useDraft(taskId, 'description'));
    return null;
  };
  renderToStaticMarkup(<Probe />);
  const [[draft, keep] = [null, () => undefined]] = read;
  return { draft, keep };
}

test('a draft belongs to an account and a task', () => {
  const draft = { before: 'One', text: 'One, two' };
  draftsOf('ada', 'task').keep(draft);
  expect(draftsOf('ada', 'task').draft).toEqual(draft);
  expect(draftsOf('mem', 'task').draft).toBeNull();
  expect(draftsOf('ada', 'other').draft).toBeNull();
  draftsOf('ada', 'task').keep(null);
  expect(draftsOf('ada', 'task').draft).toBeNull();
});
