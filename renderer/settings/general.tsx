import { useId } from 'react';
import type { Settings } from '../../electron/bridge/contract.ts';
import { tell, useTold } from '../store.ts';
import { Choice } from '../ui/choice.tsx';
import { Switch } from '../ui/switch.tsx';
import { words } from '../words/en.ts';
import { Box, Setting } from './parts.tsx';
import { Shortcut } from './shortcut.tsx';

const text = words.settings;
const THEMES = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: text.themes[value] }));
const POLLS = Object.entries(text.polls).map(([seconds, label]) => ({ value: Number(seconds), label }));

const change = (part: Partial<Settings>) => void tell('settings.change', part);

export function General() {
  const { theme, pollSeconds, pinned, assignToMe, tellCreated } = useTold((state) => state.settings);
  const [pinnedId, assignId, createdId] = [useId(), useId(), useId()];
  return (
    <>
      <Box title={text.appearance}>
        <Setting name={text.theme} />
        <Choice label={text.theme} options={THEMES} value={theme} onChange={(theme) => change({ theme })} />
      </Box>
      <Box title={text.tasks}>
        <Setting name={text.poll} />
        <Choice
          label={text.poll}
          options={POLLS}
          value={pollSeconds}
          onChange={(pollSeconds) => change({ pollSeconds })}
        />
      </Box>
      <Box title={text.quickAdd}>
        <Shortcut />
        <Setting name={text.assignToMe} nameId={assignId} says={text.assignToMeSays}>
          <Switch on={assignToMe} labelledBy={assignId} onChange={(assignToMe) => change({ assignToMe })} />
        </Setting>
        <Setting name={text.tellCreated} nameId={createdId} says={text.tellCreatedSays}>
          <Switch on={tellCreated} labelledBy={createdId} onChange={(tellCreated) => change({ tellCreated })} />
        </Setting>
      </Box>
      <Box title={text.window}>
        <Setting name={text.pinned} nameId={pinnedId} says={text.pinnedSays}>
          <Switch on={pinned} labelledBy={pinnedId} onChange={(pinned) => change({ pinned })} />
        </Setting>
      </Box>
      <SystemBox />
    </>
  );
}

/** What the system was told; each only where it is for Punchcard to say. */
function SystemBox() {
  const { autostart, links } = useTold((state) => state.system);
  const [autostartId, linksId] = [useId(), useId()];
  if (autostart === null && links === null) return null;
  return (
    <Box title={text.system}>
      {autostart !== null && (
        <Setting name={text.autostart} nameId={autostartId} says={text.autostartSays}>
          <Switch
            on={autostart}
            labelledBy={autostartId}
            onChange={(on) => void tell('system.set-autostart', { on })}
          />
        </Setting>
      )}
      {links !== null && (
        <Setting name={text.links} nameId={linksId} says={text.linksSays}>
          <Switch on={links} labelledBy={linksId} onChange={(on) => void tell('system.set-links', { on })} />
        </Setting>
      )}
    </Box>
  );
}
