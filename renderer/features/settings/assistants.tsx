/** What AI assistants may do, and how one is connected. */
import { useState } from 'react';
import type { AssistantKind, AssistantSettings } from '../../../shared/contract/assistants.ts';
import { assistantsPageMessages } from '../../../shared/i18n/generated/assistants-page.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { Segments } from '../../ui/radio-group.tsx';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { Action } from '../../widgets/read-section.tsx';
import { changeSettings } from './bound-rows.tsx';

const KINDS: readonly AssistantKind[] = ['read', 'timer', 'entries', 'tasks'];
const PERMISSIONS = ['no', 'ask', 'yes'] as const;

export default function Assistants() {
  const assistants = useAppState((state) => state.settings.assistants);
  const change = (part: Partial<AssistantSettings>) => changeSettings({ assistants: { ...assistants, ...part } });
  const [isCopied, setCopied] = useState(false);
  const texts = assistantsPageMessages;
  return (
    <>
      <Box title={texts.section}>
        <SwitchRow name={texts.on} description={texts.onHint} on={assistants.on} onChange={(on) => change({ on })} />
        <Action
          name={texts.connect}
          description={isCopied ? texts.copied : texts.connectHint}
          buttonLabel={texts.copy}
          onDo={async () => setCopied(await send('assistants.copy-settings', {}))}
        />
        <Action name={texts.title} buttonLabel={texts.show} onDo={() => openPage({ name: 'assistants' })} />
      </Box>
      {assistants.on && (
        <Box title={settingsMessages.assistants}>
          {KINDS.map((kind) => (
            <Setting key={kind} name={texts.kinds[kind]} description={kind === 'read' ? texts.readHint : undefined}>
              <Segments
                label={texts.kinds[kind]}
                options={PERMISSIONS.map((value) => ({ value, label: texts.permissions[value] }))}
                value={assistants[kind]}
                onChange={(permission) => change({ [kind]: permission })}
              />
            </Setting>
          ))}
          <Setting name={texts.never}>
            <span className="muted">{texts.neverIs}</span>
          </Setting>
        </Box>
      )}
    </>
  );
}
