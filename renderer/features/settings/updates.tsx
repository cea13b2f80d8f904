import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
import { changeSettings } from './bound-rows.tsx';
import { updateText } from './update-status.ts';

export function Updates() {
  const { updates } = useAppState((state) => state.system);
  const on = useAppState((state) => state.settings.updates);
  const checkedAt = updates.state === 'idle' ? updates.checkedAt : null;
  const now = useNow(checkedAt === null ? 0 : MINUTE_MS, checkedAt ?? 0);
  const { state, description } = updateText(updates, now.getTime());
  const canCheck = updates.state === 'idle' || updates.state === 'failed';
  return (
    <Box title={settingsMessages.updates}>
      <Setting name={<span role="status">{state}</span>} description={description}>
        {canCheck && (
          <Button onClick={() => void send('system.check-for-update', {})}>{settingsPageMessages.updates.check}</Button>
        )}
        {updates.state === 'ready' && (
          <Button kind="primary" onClick={() => void send('system.install-update', {})}>
            {settingsPageMessages.updates.restart}
          </Button>
        )}
      </Setting>
      {updates.state !== 'none' && (
        <SwitchRow
          name={settingsPageMessages.updates.on}
          description={settingsPageMessages.updates.onHint}
          on={on}
          onChange={(updates) => changeSettings({ updates })}
        />
      )}
    </Box>
  );
}
