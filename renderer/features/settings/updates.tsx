import { useId } from 'react';
import { words } from '../../../shared/i18n/window-messages.ts';
import { tell, useTold } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { MINUTE, useNow } from '../../ui/use-now.ts';
import { updateWords } from './update-status.ts';

export function Updates() {
  const { updates } = useTold((state) => state.system);
  const on = useTold((state) => state.settings.updates);
  const onId = useId();
  const checkedAt = updates.state === 'idle' ? updates.checkedAt : null;
  const now = useNow(checkedAt === null ? 0 : MINUTE, checkedAt ?? 0);
  const { state, says } = updateWords(updates, now.getTime());
  const canCheck = updates.state === 'idle' || updates.state === 'failed';
  return (
    <Box title={words.settings.updates.title}>
      <Setting name={<span role="status">{state}</span>} {...(says !== undefined && { says })}>
        {canCheck && (
          <Button onClick={() => void tell('system.check-for-update', {})}>{words.settings.updates.check}</Button>
        )}
        {updates.state === 'ready' && (
          <Button kind="primary" onClick={() => void tell('system.install-update', {})}>
            {words.settings.updates.restart}
          </Button>
        )}
      </Setting>
      {updates.state !== 'none' && (
        <Setting name={words.settings.updates.on} nameId={onId} says={words.settings.updates.onSays}>
          <Switch on={on} labelledBy={onId} onChange={(updates) => void tell('settings.change', { updates })} />
        </Setting>
      )}
    </Box>
  );
}
