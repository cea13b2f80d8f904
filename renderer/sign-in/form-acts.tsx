import { Button } from '../ui/button.tsx';
import { words } from '../words/index.ts';

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
