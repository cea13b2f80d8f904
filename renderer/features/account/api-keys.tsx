/** The user's API keys, with which other programs act on the user's behalf. */
import { useState } from 'react';
import type { ApiKeyView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { longDay } from '../../../shared/i18n/format-dates.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Form } from '../../widgets/form.tsx';
import { Action, ReadSection } from '../../widgets/read-section.tsx';

export function ApiKeys() {
  const [isOpen, setOpen] = useState(false);
  const hasKeys = useAppState((state) => !state.missingFeatures.includes('api-keys'));
  // An open section explains that the server has no API keys.
  if (!hasKeys && !isOpen) return null;
  return (
    <Box title={settingsPageMessages.apiKeys.title}>
      {isOpen ? (
        <List />
      ) : (
        <Setting name={settingsPageMessages.apiKeys.title} description={settingsPageMessages.apiKeys.description}>
          <Button onClick={() => setOpen(true)}>{settingsPageMessages.apiKeys.show}</Button>
        </Setting>
      )}
    </Box>
  );
}

function List() {
  const read = useRead('api-keys.read', {});
  return (
    <ReadSection<ApiKeyView[]> of={read}>
      {(keys) => (
        <>
          {keys.length === 0 && <p className={settingRowStyles.note}>{settingsPageMessages.apiKeys.none}</p>}
          {keys.map((key) => (
            <Key key={key.id} of={key} />
          ))}
          <Make />
        </>
      )}
    </ReadSection>
  );
}

function Key({ of }: { of: ApiKeyView }) {
  const now = useNow(MINUTE_MS);
  const { apiKeys } = settingsPageMessages;
  const day = (instant: string) => longDay(instant, now);
  const name = of.name || apiKeys.unnamed;
  const description = [
    of.start && `${of.start}…`,
    // An invalid date is parsed as 1970.
    Date.parse(of.createdAt) > 0 && apiKeys.made({ day: day(of.createdAt) }),
    of.usedAt !== null && apiKeys.used({ day: day(of.usedAt) }),
    of.expiresAt !== null && apiKeys.expires({ day: day(of.expiresAt) }),
  ].filter((part) => part !== false && part !== '');
  return (
    <Action
      name={name}
      description={description.join(' · ')}
      buttonLabel={apiKeys.revoke}
      confirm={{ question: apiKeys.revokeAsk({ name }), yes: apiKeys.revokeDo }}
      onDo={() => send('api-keys.revoke', { keyId: of.id }, apiKeys.revoked({ name }))}
    />
  );
}

function Make() {
  const [name, setName] = useState('');
  const { apiKeys } = settingsPageMessages;
  const make = async () => {
    if (await send('api-keys.make', { name: name.trim() }, apiKeys.copied)) setName('');
  };
  return (
    <Form submit={apiKeys.make} kind="secondary" isReady={name.trim() !== ''} onSubmit={make}>
      <Field
        label={apiKeys.name}
        hint={apiKeys.nameHint}
        maxLength={LENGTHS.apiKeyName}
        value={name}
        onChange={setName}
      />
    </Form>
  );
}
