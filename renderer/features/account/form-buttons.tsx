import { words } from '../../../shared/i18n/window-messages.ts';
import { Button } from '../../ui/button.tsx';

/** Back, or on with what was typed. */
export function FormActs({ onBack }: { onBack: () => void }) {
  return (
    <div className="form-acts">
      <Button kind="quiet" onClick={onBack}>
        {words.back}
      </Button>
      <Button kind="primary" type="submit">
        {words.continue}
      </Button>
    </div>
  );
}
