import { Suspense } from 'react';
import { percent } from '../../../shared/i18n/format-dates.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { ZOOMS } from '../../../shared/settings/appearance.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { lazyView } from '../../ui/lazy-view.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, ChoiceRow, SwitchRow } from '../../ui/setting-row.tsx';
import { SettingChoice, SettingSwitch } from './bound-rows.tsx';
import { Shortcuts } from './shortcuts.tsx';

const Assistants = lazyView(() => import('./assistants.tsx'));
const Hooks = lazyView(() => import('./hooks.tsx'));

export function General() {
  const texts = settingsPageMessages;
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const control = isMac ? '⌘' : texts.shortcut.keys.Control;
  const { window, hasTray, windowSystem } = useAppState((state) => state.app);
  return (
    <>
      <Box title={texts.appearance}>
        <SettingChoice of="theme" values={['system', 'light', 'dark']} text={(theme) => texts.themes[theme]} />
        <SettingChoice of="language" values={['system', 'en', 'de']} text={(language) => texts.languages[language]} />
        <SettingChoice of="zoom" values={ZOOMS} text={percent} description={texts.zoomHint({ control })} />
        {/* macOS colours the tray icon itself. */}
        {isMac ? (
          <p className={settingRowStyles.note}>{texts.menuBarHint}</p>
        ) : (
          <SettingChoice of="trayIcon" values={['auto', 'light', 'dark']} text={(icon) => texts.trayIcons[icon]} />
        )}
      </Box>
      <Box title={texts.tasks}>
        <SettingChoice
          of="pollSeconds"
          values={Object.keys(texts.polls).map(Number)}
          text={(seconds) => texts.polls[String(seconds) as keyof typeof texts.polls]}
        />
      </Box>
      <Shortcuts />
      <Box title={texts.quickAdd}>
        <SettingChoice
          of="quickAddReady"
          values={['automatic', 'always', 'never']}
          text={(when) => texts.quickAddReady[when]}
          description={texts.quickAddReadyHint}
        />
        <SettingSwitch of="assignToMe" />
        <SettingSwitch of="tellCreated" />
      </Box>
      {(hasTray || windowSystem !== null) && (
        <Box title={texts.window}>
          {hasTray && <SettingSwitch of="openAsWindow" />}
          {window === 'popover' && (
            <>
              <SettingSwitch of="pinned" />
              <SettingSwitch of="pinnedOnTop" />
            </>
          )}
          {windowSystem !== null && (
            <ChoiceRow
              name={texts.windowSystem}
              description={texts.windowSystemHint}
              values={['automatic', 'wayland', 'x11'] as const}
              text={(system) => texts.windowSystems[system]}
              value={windowSystem}
              onChange={(choice) => void send('system.set-window-system', { choice })}
            />
          )}
        </Box>
      )}
      <SystemBox />
      <Suspense>
        <Assistants />
        <Hooks />
      </Suspense>
    </>
  );
}

/** Autostart and link handling, shown where Punchcard controls them. */
function SystemBox() {
  const { autostart, links } = useAppState((state) => state.system);
  if (autostart === null && links === null) return null;
  return (
    <Box title={settingsPageMessages.system}>
      {autostart !== null && (
        <SwitchRow
          name={settingsPageMessages.autostart}
          description={settingsPageMessages.autostartHint}
          on={autostart}
          onChange={(on) => void send('system.set-autostart', { on })}
        />
      )}
      {links !== null && (
        <SwitchRow
          name={settingsPageMessages.links}
          description={settingsPageMessages.linksHint}
          on={links}
          onChange={(on) => void send('system.set-links', { on })}
        />
      )}
    </Box>
  );
}
