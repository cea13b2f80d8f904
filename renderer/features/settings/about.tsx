import { words } from '../../../shared/i18n/window-messages.ts';
import { useTold } from '../../app/state/store.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Box, Fact } from '../../ui/setting-row.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { Updates } from './updates.tsx';

export function About() {
  const version = useTold((state) => state.app.version);
  return (
    <>
      <div className="about">
        <AppIcon />
        <b>{words.app}</b>
        <p>{words.settings.aboutSays}</p>
      </div>
      <Box title={words.app}>
        <Fact name={words.settings.version} value={version} />
        <Fact name={words.settings.licence} value={words.settings.licenceIs} />
      </Box>
      <Updates />
      <Diagnostics />
    </>
  );
}
