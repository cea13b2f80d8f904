import BellIcon from 'lucide-react/icons/bell-dot';
import { openPage } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { serverWords } from '../words/server-words.ts';

/** There only while something is unread. */
export default function Bell({ unread }: { unread: number }) {
  return (
    <IconButton icon={BellIcon} label={serverWords.news.bell(unread)} onClick={() => openPage({ name: 'news' })} />
  );
}
