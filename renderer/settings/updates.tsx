import { useId } from 'react';
import { tell, useTold } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import { MINUTE, useNow } from '../ui/use-now.ts';
import { words } from '../words/en.ts';
import { Box, Setting } from './parts.tsx';
import { updateWords } from './update-words.ts';

const text = words.settings.updates;

export function Updates() {
  const { updates } = useTold((state) => state.system);
  const on = useTold((state) => state.settings.updates);
  const onId = useId();
  const checkedAt = updates.state === 'idle' ? updates.checkedAt : null;
  const now = useNow(checkedAt === null ? 0 : MINUTE, checkedAt ?? 0);
  const { state, says } = updateWords(updates, now.getTime());
  const canCheck = updates.state === 'idle' || updates.state === 'failed';
  return (
    <Box title={text.title}>
      <Setting name={<span role="status">{state}</span>} {...(says !== undefined && { says })}>
        {canCheck && <Button onClick={() => void tell('system.check-for-update', {})}>{text.check}</Button>}
        {updates.state === 'ready' && (
          <Button kind="primary" onClick={() => void tell('system.install-update', {})}>
            {text.restart}
          </Button>
        )}
      </Setting>
      {updates.state !== 'none' && (
        <Setting name={text.on} nameId={onId} says={text.onSays}>
          <Switch on={on} labelledBy={onId} onChange={(updates) => void tell('settings.change', { updates })} />
        </Setting>
      )}
    </Box>
  );
}
