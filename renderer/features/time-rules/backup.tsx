import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { send, sendAbout } from '../../state/main-process.ts';
import { showSavedFile } from '../../state/saved-file.ts';
import { Box } from '../../ui/setting-row.tsx';
import { Action } from '../../widgets/read-section.tsx';

/** Saves the rules and closed weeks to a file, and restores them. */
export function Backup() {
  const { backup: texts } = timeRulesPageMessages;
  return (
    <Box title={texts.title}>
      <Action
        name={texts.save}
        description={texts.saveDescription}
        buttonLabel={texts.backUp}
        onDo={async () => showSavedFile(await sendAbout('time-rules.back-up', {}))}
      />
      <Action
        name={texts.read}
        description={texts.readDescription}
        buttonLabel={texts.restore}
        onDo={() => send('time-rules.restore', {})}
      />
    </Box>
  );
}
