import { messages } from '../../../../shared/i18n/generated/window.ts';
import { setFilter } from '../../../state/navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';

/** `filter`: what no task has; null if the listed account has no tasks. */
export default function NothingListed({ filter: text }: { filter: string | null }) {
  if (text === null) return <Empty title={messages.tasks.empty} description={messages.tasks.emptyHint} />;
  return (
    <Empty title={messages.filter.nothing} description={messages.filter.nothingHint({ text })}>
      <Button onClick={() => setFilter(null)}>{messages.filter.clear}</Button>
    </Empty>
  );
}
