import { useId } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { percent } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { ZOOMS } from '../../../shared/settings/zoom.ts';
import { send, useAppState } from '../../app/state/store.ts';
import { Choice } from '../../ui/choice.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Shortcut } from './shortcut.tsx';

const themes = () =>
  (['system', 'light', 'dark'] as const).map((value) => ({ value, label: messages.settings.themes[value] }));
const polls = () =>
  Object.entries(messages.settings.polls).map(([seconds, label]) => ({ value: Number(seconds), label }));
const languages = () =>
  (['system', 'en', 'de'] as const).map((value) => ({ value, label: messages.settings.languages[value] }));

const trayIcons = () =>
  (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: messages.settings.trayIcons[value] }));
const windowSystems = () =>
  (['automatic', 'wayland', 'x11'] as const).map((value) => ({ value, label: messages.settings.windowSystems[value] }));

const zooms = () => ZOOMS.map((value) => ({ value, label: percent(value) }));

const change = (part: Partial<Settings>) => void send('settings.change', part);

export function General() {
  const { theme, language, trayIcon, zoom, pollSeconds, pinned, pinnedOnTop, assignToMe, tellCreated } = useAppState(
    (state) => state.settings,
  );
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const control = isMac ? messages.quickAdd.keys.command : messages.quickAdd.keys.ctrl;
  const [pinnedId, onTopId, assignId, createdId] = [useId(), useId(), useId(), useId()];
  const { window, windowSystem } = useAppState((state) => state.app);
  return (
    <>
      <Box title={messages.settings.appearance}>
        <Setting name={messages.settings.theme} />
        <Choice
          label={messages.settings.theme}
          options={themes()}
          value={theme}
          onChange={(theme) => change({ theme })}
        />
        <Setting name={messages.settings.language} />
        <Choice
          label={messages.settings.language}
          options={languages()}
          value={language}
          onChange={(language) => change({ language })}
        />
        <Setting name={messages.settings.zoom} description={messages.settings.zoomSays({ control })} />
        <Choice label={messages.settings.zoom} options={zooms()} value={zoom} onChange={(zoom) => change({ zoom })} />
        {/* macOS colours the tray icon itself. */}
        {!isMac && (
          <>
            <Setting name={messages.settings.trayIcon} />
            <Choice
              label={messages.settings.trayIcon}
              options={trayIcons()}
              value={trayIcon}
              onChange={(trayIcon) => change({ trayIcon })}
            />
          </>
        )}
      </Box>
      <Box title={messages.settings.tasks}>
        <Setting name={messages.settings.poll} />
        <Choice
          label={messages.settings.poll}
          options={polls()}
          value={pollSeconds}
          onChange={(pollSeconds) => change({ pollSeconds })}
        />
      </Box>
      <Box title={messages.settings.quickAdd}>
        <Shortcut />
        <Setting name={messages.settings.assignToMe} nameId={assignId} description={messages.settings.assignToMeSays}>
          <Switch on={assignToMe} labelledBy={assignId} onChange={(assignToMe) => change({ assignToMe })} />
        </Setting>
        <Setting
          name={messages.settings.tellCreated}
          nameId={createdId}
          description={messages.settings.tellCreatedSays}
        >
          <Switch on={tellCreated} labelledBy={createdId} onChange={(tellCreated) => change({ tellCreated })} />
        </Setting>
      </Box>
      {(window === 'popover' || windowSystem !== null) && (
        <Box title={messages.settings.window}>
          {window === 'popover' && (
            <>
              <Setting name={messages.settings.pinned} nameId={pinnedId} description={messages.settings.pinnedSays}>
                <Switch on={pinned} labelledBy={pinnedId} onChange={(pinned) => change({ pinned })} />
              </Setting>
              <Setting
                name={messages.settings.pinnedOnTop}
                nameId={onTopId}
                description={messages.settings.pinnedOnTopSays}
              >
                <Switch on={pinnedOnTop} labelledBy={onTopId} onChange={(pinnedOnTop) => change({ pinnedOnTop })} />
              </Setting>
            </>
          )}
          {windowSystem !== null && (
            <>
              <Setting name={messages.settings.windowSystem} description={messages.settings.windowSystemSays} />
              <Choice
                label={messages.settings.windowSystem}
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
    <Box title={messages.settings.system}>
      {autostart !== null && (
        <Setting name={messages.settings.autostart} nameId={autostartId} description={messages.settings.autostartSays}>
          <Switch
            on={autostart}
            labelledBy={autostartId}
            onChange={(on) => void send('system.set-autostart', { on })}
          />
        </Setting>
      )}
      {links !== null && (
        <Setting name={messages.settings.links} nameId={linksId} description={messages.settings.linksSays}>
          <Switch on={links} labelledBy={linksId} onChange={(on) => void send('system.set-links', { on })} />
        </Setting>
      )}
    </Box>
  );
}
