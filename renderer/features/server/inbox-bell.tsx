import BellIcon from 'lucide-react/icons/bell';
import BellDotIcon from 'lucide-react/icons/bell-dot';
import { serverPageMessages } from '../../../shared/i18n/generated/server-page.ts';
import { openPage } from '../../state/navigation.ts';
import { IconButton } from '../../ui/button.tsx';

export default function InboxBell({ unread }: { unread: number }) {
  return (
    <IconButton
      icon={unread > 0 ? BellDotIcon : BellIcon}
      label={serverPageMessages.inbox.bell({ unread })}
      onClick={() => openPage({ name: 'inbox' })}
    />
  );
}
