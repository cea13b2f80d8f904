import { messages } from '../../../shared/i18n/generated/window.ts';
import { Button } from '../../ui/button.tsx';
import signInFormStyles from './sign-in-form.module.css';

/** The Back and Continue buttons of a form. */
export function FormButtons({ onBack }: { onBack: () => void }) {
  return (
    <div className={signInFormStyles.actions}>
      <Button kind="quiet" onClick={onBack}>
        {messages.back}
      </Button>
      <Button kind="primary" type="submit">
        {messages.continue}
      </Button>
    </div>
  );
}
