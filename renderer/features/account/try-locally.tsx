import { useId, useState } from 'react';
import { words } from '../../../shared/i18n/window-messages.ts';
import { tell } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Header } from '../../ui/header.tsx';
import { Switch } from '../../ui/switch.tsx';

export function TryIt({ onBack }: { onBack: () => void }) {
  const [sample, setSample] = useState(true);
  const labelId = useId();
  return (
    <>
      <Header title={words.local.title} onBack={onBack} />
      <div className="form">
        <div>
          <h2>{words.local.lead}</h2>
          <p className="form-says">{words.local.says}</p>
        </div>
        <div className="option">
          <div className="grow">
            <span id={labelId}>{words.local.sample}</span>
            <small>{words.local.sampleSays}</small>
          </div>
          <Switch on={sample} labelledBy={labelId} onChange={setSample} />
        </div>
        <div className="form-acts">
          <Button kind="quiet" onClick={onBack}>
            {words.back}
          </Button>
          <Button kind="primary" autoFocus onClick={() => void tell('sign-in.local', { sample })}>
            {words.local.start}
          </Button>
        </div>
      </div>
    </>
  );
}
