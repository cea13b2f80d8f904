/** Parses `punchcard://` links. Anyone can write one, so nothing it requests is done before it is shown. Pure. */
import { z } from 'zod';
import { DEEP_LINK_SCHEME } from './deep-link-argument.ts';

const Text = z.string().max(10_000);
/** A task's identifier, such as PAY-142. */
const Task = z.string().regex(/^[\p{L}\p{N}_-]{1,60}$/u);

const DeepLink = z.discriminatedUnion('do', [
  /** Fills the quick-add line. */
  z.object({ do: z.literal('add'), text: Text.default('') }),
  z.object({ do: z.literal('start'), task: Task }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('open'), task: Task.optional() }),
]);
export type DeepLink = z.infer<typeof DeepLink>;

const MAX_LINK = 40_000;

/** null for anything else. Unknown parameters are ignored. */
export function parseDeepLink(link: string): DeepLink | null {
  if (link.length > MAX_LINK) return null;
  const url = URL.parse(link);
  if (url === null || url.protocol !== `${DEEP_LINK_SCHEME}:`) return null;
  // `punchcard://add?…`; some openers make it `punchcard://add/?…`, and people write `punchcard:add?…`.
  const name = url.host === '' ? url.pathname : url.host + url.pathname;
  const text = url.searchParams.get('text')?.toWellFormed();
  const task = url.searchParams.get('task');
  const asked = {
    do: name.replace(/^\/+|\/+$/g, '').toLowerCase(),
    ...(text === undefined ? {} : { text }),
    ...(task === null ? {} : { task }),
  };
  return DeepLink.safeParse(asked).data ?? null;
}
