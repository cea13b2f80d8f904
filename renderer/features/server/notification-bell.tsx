import BellIcon from 'lucide-react/icons/bell-dot';
import { serverMessages } from '../../../shared/i18n/server-page-messages.ts';
import { openPage } from '../../app/state/store.ts';
import { IconButton } from '../../ui/button.tsx';

/** Rendered only while there are unread notifications. */
export default function Bell({ unread }: { unread: number }) {
  return (
    <IconButton
      icon={BellIcon}
      label={serverMessages.news.bell({ unread })}
      onClick={() => openPage({ name: 'news' })}
    />
  );
}
