/** What AI assistants may do, which there are, and how one is connected. */
import { useEffect, useState } from 'react';
import type { AssistantKind, AssistantSettings } from '../../../shared/contract/assistants.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { assistantsPageMessages } from '../../../shared/i18n/generated/assistants-page.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { Segments } from '../../ui/radio-group.tsx';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
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
        {assistants.on && <Connected assistants={assistants} onChange={change} />}
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

/** Those that asked for something lately or are disconnected. Each keeps its place, so that its button keeps the focus. */
function Connected({
  assistants: { disconnected },
  onChange,
}: {
  assistants: AssistantSettings;
  onChange: (part: Partial<AssistantSettings>) => void;
}) {
  const now = useNow(MINUTE_MS);
  const { value, load } = useRead('assistants.list', {});
  const revision = useAppState(({ revisions }) => revisions.assistants);
  // Not among the subjects of use-read.ts, which the list of tasks waits for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes.
  useEffect(load, [load, revision]);
  const lastUsed = new Map(value?.map(({ client, lastUsedAt }) => [client, lastUsedAt]));
  const texts = assistantsPageMessages;
  return [...new Set([...lastUsed.keys(), ...disconnected])].map((client) => {
    const isOff = disconnected.includes(client);
    const at = lastUsed.get(client) ?? '';
    return (
      <Action
        key={client}
        name={client}
        description={isOff ? texts.disconnected : texts.lastUsed({ at: clockOrDay(at, now) })}
        buttonLabel={isOff ? texts.reconnect : texts.disconnect}
        onDo={() =>
          isOff
            ? onChange({ disconnected: disconnected.filter((name) => name !== client) })
            : send('assistants.disconnect', { client })
        }
      />
    );
  });
}
