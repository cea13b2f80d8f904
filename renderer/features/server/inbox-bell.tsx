import BellIcon from 'lucide-react/icons/bell-dot';
import { serverPageMessages } from '../../../shared/i18n/generated/server-page.ts';
import { openPage } from '../../state/navigation.ts';
import { IconButton } from '../../ui/button.tsx';

/** Rendered only while there are unread notifications. */
export default function InboxBell({ unread }: { unread: number }) {
  return (
    <IconButton
      icon={BellIcon}
      label={serverPageMessages.inbox.bell({ unread })}
      onClick={() => openPage({ name: 'inbox' })}
    />
  );
}
