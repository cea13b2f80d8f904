/** What AI assistants may do, which there are, and how one is connected. */
import { useEffect, useState } from 'react';
import type { AssistantKind, AssistantSettings, AssistantTool } from '../../../shared/contract/assistants.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { assistantsPageMessages } from '../../../shared/i18n/generated/assistants-page.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
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
  const tools = useRead('assistants.tools', {}).value ?? [];
  const without = (isGone: (tool: AssistantTool) => boolean) => {
    const gone = new Set(tools.filter(isGone).map(({ tool }) => tool));
    return Object.fromEntries(Object.entries(assistants.tools).filter(([tool]) => !gone.has(tool)));
  };
  const [isCopied, setCopied] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const texts = assistantsPageMessages;
  const options = PERMISSIONS.map((value) => ({ value, label: texts.permissions[value] }));
  type Change = (permission: (typeof PERMISSIONS)[number]) => void;
  const row = (name: string, hint: string | undefined, value: (typeof PERMISSIONS)[number], onChange: Change) => (
    <Setting key={name} name={name} description={hint}>
      <Segments label={name} options={options} value={value} onChange={onChange} />
    </Setting>
  );
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
          {KINDS.map((kind) =>
            // What is said of a kind holds for all of its tools.
            row(texts.kinds[kind], kind === 'read' ? texts.readHint : undefined, assistants[kind], (permission) =>
              change({ [kind]: permission, tools: without((one) => one.kind === kind) }),
            ),
          )}
          <Setting name={texts.never}>
            <span className="muted">{texts.neverIs}</span>
          </Setting>
          <Setting name={texts.tools} description={texts.toolsHint({ count: Object.keys(assistants.tools).length })}>
            <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? texts.hide : texts.show}
            </Button>
          </Setting>
          {isOpen &&
            tools.map(({ tool, kind, description }) =>
              row(tool, description, assistants.tools[tool] ?? assistants[kind], (permission) => {
                const others = without((one) => one.tool === tool);
                change({ tools: permission === assistants[kind] ? others : { ...others, [tool]: permission } });
              }),
            )}
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
