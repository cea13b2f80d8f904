import { useId } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { percent } from '../../../shared/i18n/format-dates.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { ZOOMS } from '../../../shared/settings/appearance.ts';
import { send, useAppState } from '../../state/store.ts';
import { Choice } from '../../ui/radio-group.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Shortcut } from './shortcut.tsx';

const themes = () =>
  (['system', 'light', 'dark'] as const).map((value) => ({ value, label: settingsPageMessages.themes[value] }));
const polls = () =>
  Object.entries(settingsPageMessages.polls).map(([seconds, label]) => ({ value: Number(seconds), label }));
const languages = () =>
  (['system', 'en', 'de'] as const).map((value) => ({ value, label: settingsPageMessages.languages[value] }));

const trayIcons = () =>
  (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: settingsPageMessages.trayIcons[value] }));
const windowSystems = () =>
  (['automatic', 'wayland', 'x11'] as const).map((value) => ({
    value,
    label: settingsPageMessages.windowSystems[value],
  }));

const readyChoices = () =>
  (['automatic', 'always', 'never'] as const).map((value) => ({
    value,
    label: settingsPageMessages.quickAddReady[value],
  }));

const zooms = () => ZOOMS.map((value) => ({ value, label: percent(value) }));

const change = (part: Partial<Settings>) => void send('settings.change', part);

export function General() {
  const { theme, language, trayIcon, zoom, pollSeconds, pinned, pinnedOnTop } = useAppState((state) => state.settings);
  const { openAsWindow, assignToMe, quickAddReady, tellCreated } = useAppState((state) => state.settings);
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const control = isMac ? '⌘' : settingsPageMessages.shortcut.keys.Control;
  const [pinnedId, onTopId, asWindowId, assignId, createdId] = [useId(), useId(), useId(), useId(), useId()];
  const { window, hasTray, windowSystem } = useAppState((state) => state.app);
  return (
    <>
      <Box title={settingsPageMessages.appearance}>
        <Setting name={settingsMessages.theme} />
        <Choice
          label={settingsMessages.theme}
          options={themes()}
          value={theme}
          onChange={(theme) => change({ theme })}
        />
        <Setting name={settingsMessages.language} />
        <Choice
          label={settingsMessages.language}
          options={languages()}
          value={language}
          onChange={(language) => change({ language })}
        />
        <Setting name={settingsMessages.zoom} description={settingsPageMessages.zoomHint({ control })} />
        <Choice label={settingsMessages.zoom} options={zooms()} value={zoom} onChange={(zoom) => change({ zoom })} />
        {/* macOS colours the tray icon itself. */}
        {!isMac && (
          <>
            <Setting name={settingsMessages.trayIcon} />
            <Choice
              label={settingsMessages.trayIcon}
              options={trayIcons()}
              value={trayIcon}
              onChange={(trayIcon) => change({ trayIcon })}
            />
          </>
        )}
      </Box>
      <Box title={settingsPageMessages.tasks}>
        <Setting name={settingsMessages.pollSeconds} />
        <Choice
          label={settingsMessages.pollSeconds}
          options={polls()}
          value={pollSeconds}
          onChange={(pollSeconds) => change({ pollSeconds })}
        />
      </Box>
      <Box title={settingsPageMessages.quickAdd}>
        <Shortcut />
        <Setting name={settingsMessages.quickAddReady} description={settingsPageMessages.quickAddReadyHint} />
        <Choice
          label={settingsMessages.quickAddReady}
          options={readyChoices()}
          value={quickAddReady}
          onChange={(quickAddReady) => change({ quickAddReady })}
        />
        <Setting name={settingsMessages.assignToMe} nameId={assignId} description={settingsPageMessages.assignToMeHint}>
          <Switch on={assignToMe} labelledBy={assignId} onChange={(assignToMe) => change({ assignToMe })} />
        </Setting>
        <Setting
          name={settingsMessages.tellCreated}
          nameId={createdId}
          description={settingsPageMessages.tellCreatedHint}
        >
          <Switch on={tellCreated} labelledBy={createdId} onChange={(tellCreated) => change({ tellCreated })} />
        </Setting>
      </Box>
      {(hasTray || windowSystem !== null) && (
        <Box title={settingsPageMessages.window}>
          {hasTray && (
            <Setting
              name={settingsMessages.openAsWindow}
              nameId={asWindowId}
              description={settingsPageMessages.openAsWindowHint}
            >
              <Switch on={openAsWindow} labelledBy={asWindowId} onChange={(on) => change({ openAsWindow: on })} />
            </Setting>
          )}
          {window === 'popover' && (
            <>
              <Setting name={settingsMessages.pinned} nameId={pinnedId} description={settingsPageMessages.pinnedHint}>
                <Switch on={pinned} labelledBy={pinnedId} onChange={(pinned) => change({ pinned })} />
              </Setting>
              <Setting
                name={settingsMessages.pinnedOnTop}
                nameId={onTopId}
                description={settingsPageMessages.pinnedOnTopHint}
              >
                <Switch on={pinnedOnTop} labelledBy={onTopId} onChange={(pinnedOnTop) => change({ pinnedOnTop })} />
              </Setting>
            </>
          )}
          {windowSystem !== null && (
            <>
              <Setting name={settingsPageMessages.windowSystem} description={settingsPageMessages.windowSystemHint} />
              <Choice
                label={settingsPageMessages.windowSystem}
                options={windowSystems()}
                value={windowSystem}
                onChange={(choice) => void send('system.set-window-system', { choice })}
              />
            </>
          )}
        </Box>
      )}
      <SystemBox />
    </>
  );
}

/** Autostart and link handling, shown where Punchcard controls them. */
function SystemBox() {
  const { autostart, links } = useAppState((state) => state.system);
  const [autostartId, linksId] = [useId(), useId()];
  if (autostart === null && links === null) return null;
  return (
    <Box title={settingsPageMessages.system}>
      {autostart !== null && (
        <Setting
          name={settingsPageMessages.autostart}
          nameId={autostartId}
          description={settingsPageMessages.autostartHint}
        >
          <Switch
            on={autostart}
            labelledBy={autostartId}
            onChange={(on) => void send('system.set-autostart', { on })}
          />
        </Setting>
      )}
      {links !== null && (
        <Setting name={settingsPageMessages.links} nameId={linksId} description={settingsPageMessages.linksHint}>
          <Switch on={links} labelledBy={linksId} onChange={(on) => void send('system.set-links', { on })} />
        </Setting>
      )}
    </Box>
  );
}
