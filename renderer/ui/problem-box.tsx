import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { AppErrorView } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/window-messages.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { CloudOffIcon, InfoIcon, KeyIcon, WarnIcon, XIcon } from './icons.ts';
import './problem-box.css';

const ICONS: Partial<Record<AppErrorView['kind'], LucideIcon>> = {
  unreachable: CloudOffIcon,
  timeout: CloudOffIcon,
  keychain: KeyIcon,
  'signed-out': KeyIcon,
  'other-person': KeyIcon,
};

interface Props {
  problem: AppErrorView;
  /** The buttons: what to do next. */
  children?: ReactNode;
  /** In place of what the problem itself says was kept. */
  kept?: ReactNode;
  onHide?: () => void;
  /** Read out at once: for what a click of one's own led to. */
  urgent?: boolean;
  /** Nothing went wrong; it is worth knowing. */
  calm?: boolean;
}

/** What happened, what was kept, what to do. */
export function ProblemBox({ problem, children, kept, onHide, urgent = false, calm = false }: Props) {
  const titleId = useId();
  return (
    <section className={calm ? 'err calm' : 'err'} aria-labelledby={titleId} {...(urgent ? { role: 'alert' } : {})}>
      <div className="err-top">
        <Icon of={calm ? InfoIcon : (ICONS[problem.kind] ?? WarnIcon)} />
        <h2 id={titleId} dir="auto">
          {problem.title}
        </h2>
        {onHide && <IconButton icon={XIcon} label={messages.hide} onClick={onHide} />}
      </div>
      {problem.explanation !== '' && (
        <p className="selectable" dir="auto">
          {problem.explanation}
        </p>
      )}
      {(kept ?? problem.whatWasKept) && <p>{kept ?? problem.whatWasKept}</p>}
      {problem.nextStep !== '' && <p className="todo">{problem.nextStep}</p>}
      {children && <div className="acts">{children}</div>}
    </section>
  );
}
