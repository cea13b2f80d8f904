/** A report that was just saved, and what a person does with it next. */
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import { send, sendAbout } from '../../state/main-process.ts';
import { showToast } from '../../state/notices.ts';
import { savedFileText } from '../../state/saved-file.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, Icon } from '../../ui/icons.tsx';
import styles from './report-page.module.css';

export function SavedReport({ path, onDone }: { path: string; onDone: () => void }) {
  const { actions } = reportPageMessages;
  const where = savedFileText(path);
  const email = async () => {
    const isHandedOver = await sendAbout('report.email-file', {});
    if (isHandedOver !== undefined) showToast(isHandedOver ? actions.emailed : actions.emailedWithout);
  };
  const copy = async () => {
    if (await send('report.copy-file', {})) showToast(actions.copied);
  };
  return (
    <>
      <p className={styles.saved} role="status">
        <Icon of={CheckIcon} />
        <bdi className="truncate grow" title={where}>
          {where}
        </bdi>
        <button type="button" className="link-button" onClick={onDone}>
          {actions.done}
        </button>
      </p>
      <div className={styles.actions}>
        {/* It takes the place of Save, which had the focus. */}
        <Button kind="primary" autoFocus onClick={() => void email()}>
          {actions.email}
        </Button>
        <Button onClick={() => void send('report.show-file', {})}>{actions.showInFolder}</Button>
        <Button onClick={() => void copy()}>{actions.copyFile}</Button>
      </div>
    </>
  );
}
