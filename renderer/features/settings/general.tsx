import { useId } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { percent } from '../../../shared/i18n/format-dates.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { ZOOMS } from '../../../shared/settings/zoom.ts';
import { tell, useTold } from '../../app/state/store.ts';
import { Choice } from '../../ui/choice.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Shortcut } from './shortcut.tsx';

const themes = () =>
  (['system', 'light', 'dark'] as const).map((value) => ({ value, label: words.settings.themes[value] }));
const polls = () => Object.entries(words.settings.polls).map(([seconds, label]) => ({ value: Number(seconds), label }));
const languages = () =>
  (['system', 'en', 'de'] as const).map((value) => ({ value, label: words.settings.languages[value] }));

const trayIcons = () =>
  (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: words.settings.trayIcons[value] }));
const windowSystems = () =>
  (['automatic', 'wayland', 'x11'] as const).map((value) => ({ value, label: words.settings.windowSystems[value] }));

const zooms = () => ZOOMS.map((value) => ({ value, label: percent(value) }));

const change = (part: Partial<Settings>) => void tell('settings.change', part);

export function General() {
  const { theme, language, trayIcon, zoom, pollSeconds, pinned, pinnedOnTop, assignToMe, tellCreated } = useTold(
    (state) => state.settings,
  );
  const isMac = useTold((state) => state.app.platform === 'darwin');
  const control = isMac ? words.quickAdd.keys.command : words.quickAdd.keys.ctrl;
  const [pinnedId, onTopId, assignId, createdId] = [useId(), useId(), useId(), useId()];
  const { window, windowSystem } = useTold((state) => state.app);
  return (
    <>
      <Box title={words.settings.appearance}>
        <Setting name={words.settings.theme} />
        <Choice label={words.settings.theme} options={themes()} value={theme} onChange={(theme) => change({ theme })} />
        <Setting name={words.settings.language} />
        <Choice
          label={words.settings.language}
          options={languages()}
          value={language}
          onChange={(language) => change({ language })}
        />
        <Setting name={words.settings.zoom} says={words.settings.zoomSays(control)} />
        <Choice label={words.settings.zoom} options={zooms()} value={zoom} onChange={(zoom) => change({ zoom })} />
        {/* macOS colours the icon by itself. */}
        {!isMac && (
          <>
            <Setting name={words.settings.trayIcon} />
            <Choice
              label={words.settings.trayIcon}
              options={trayIcons()}
              value={trayIcon}
              onChange={(trayIcon) => change({ trayIcon })}
            />
          </>
        )}
      </Box>
      <Box title={words.settings.tasks}>
        <Setting name={words.settings.poll} />
        <Choice
          label={words.settings.poll}
          options={polls()}
          value={pollSeconds}
          onChange={(pollSeconds) => change({ pollSeconds })}
        />
      </Box>
      <Box title={words.settings.quickAdd}>
        <Shortcut />
        <Setting name={words.settings.assignToMe} nameId={assignId} says={words.settings.assignToMeSays}>
          <Switch on={assignToMe} labelledBy={assignId} onChange={(assignToMe) => change({ assignToMe })} />
        </Setting>
        <Setting name={words.settings.tellCreated} nameId={createdId} says={words.settings.tellCreatedSays}>
          <Switch on={tellCreated} labelledBy={createdId} onChange={(tellCreated) => change({ tellCreated })} />
        </Setting>
      </Box>
      {(window === 'popover' || windowSystem !== null) && (
        <Box title={words.settings.window}>
          {window === 'popover' && (
            <>
              <Setting name={words.settings.pinned} nameId={pinnedId} says={words.settings.pinnedSays}>
                <Switch on={pinned} labelledBy={pinnedId} onChange={(pinned) => change({ pinned })} />
              </Setting>
              <Setting name={words.settings.pinnedOnTop} nameId={onTopId} says={words.settings.pinnedOnTopSays}>
                <Switch on={pinnedOnTop} labelledBy={onTopId} onChange={(pinnedOnTop) => change({ pinnedOnTop })} />
              </Setting>
            </>
          )}
          {windowSystem !== null && (
            <>
              <Setting name={words.settings.windowSystem} says={words.settings.windowSystemSays} />
              <Choice
                label={words.settings.windowSystem}
                options={windowSystems()}
                value={windowSystem}
                onChange={(choice) => void tell('system.set-window-system', { choice })}
              />
            </>
          )}
        </Box>
      )}
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
    <Box title={words.settings.system}>
      {autostart !== null && (
        <Setting name={words.settings.autostart} nameId={autostartId} says={words.settings.autostartSays}>
          <Switch
            on={autostart}
            labelledBy={autostartId}
            onChange={(on) => void tell('system.set-autostart', { on })}
          />
        </Setting>
      )}
      {links !== null && (
        <Setting name={words.settings.links} nameId={linksId} says={words.settings.linksSays}>
          <Switch on={links} labelledBy={linksId} onChange={(on) => void tell('system.set-links', { on })} />
        </Setting>
      )}
    </Box>
  );
}
