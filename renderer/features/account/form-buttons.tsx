import { messages } from '../../../shared/i18n/window-messages.ts';
import { Button } from '../../ui/button.tsx';

/** Back, or on with what was typed. */
export function FormButtons({ onBack }: { onBack: () => void }) {
  return (
    <div className="form-acts">
      <Button kind="quiet" onClick={onBack}>
        {messages.back}
      </Button>
      <Button kind="primary" type="submit">
        {messages.continue}
      </Button>
    </div>
  );
}
