import { Icon } from '../ui/icon.tsx';
import { UnsentIcon } from '../ui/icons.ts';
import { useLate } from '../ui/use-late.ts';
import { detailWords } from '../words/details-words.ts';

/** What is quickly sent is not worth a mark (ms). */
const QUICK_MS = 700;

/** The service does not have it yet. */
export function Unsent({ isUnsent }: { isUnsent: boolean }) {
  const late = useLate(isUnsent, QUICK_MS);
  if (!late || !isUnsent) return null;
  return (
    <span className="d-unsent" title={detailWords.unsent}>
      <Icon of={UnsentIcon} />
      <span className="unseen">{detailWords.unsent}</span>
    </span>
  );
}
