import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { useAppState } from '../../state/main-process.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Box, Fact } from '../../ui/setting-row.tsx';
import { Diagnostics } from './diagnostics.tsx';
import styles from './settings.module.css';
import { Updates } from './updates.tsx';

export function About() {
  const version = useAppState((state) => state.app.version);
  return (
    <>
      <div className={styles.about}>
        <AppIcon />
        <b>{messages.app}</b>
        <p>{settingsPageMessages.aboutHint}</p>
      </div>
      <Box title={messages.app}>
        <Fact name={settingsPageMessages.version} value={version} />
        <Fact name={settingsPageMessages.licence} value={settingsPageMessages.licenceIs} />
      </Box>
      <Updates />
      <Diagnostics />
    </>
  );
}
