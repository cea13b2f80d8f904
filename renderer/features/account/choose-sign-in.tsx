import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { words } from '../../../shared/i18n/window-messages.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyIcon, LaptopIcon, RightIcon, ServerIcon } from '../../ui/icons.ts';
import type { Door } from './sign-in-form.ts';

const doors = (): { door: Door; icon: LucideIcon; title: string; says: string }[] => [
  { door: 'device', icon: ServerIcon, title: words.firstRun.device, says: words.firstRun.deviceSays },
  { door: 'api-key', icon: KeyIcon, title: words.firstRun.apiKey, says: words.firstRun.apiKeySays },
  { door: 'local', icon: LaptopIcon, title: words.firstRun.local, says: words.firstRun.localSays },
];

export function Doors({ onChoose }: { onChoose: (door: Door | 'watch') => void }) {
  const list = useRef<HTMLElement>(null);
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    if (step === undefined) return;
    event.preventDefault();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <>
      <header className="welcome">
        <AppIcon />
        <h1>{words.app}</h1>
        <p>{words.firstRun.tagline}</p>
      </header>
      <nav className="doors" aria-label={words.firstRun.doors} ref={list} onKeyDown={move}>
        {doors().map(({ door, icon, title, says }, index) => (
          // biome-ignore lint/a11y/noAutofocus: the view has just opened, and this is what to do next.
          <button type="button" className="door" key={door} autoFocus={index === 0} onClick={() => onChoose(door)}>
            <span className="ic">
              <Icon of={icon} />
            </span>
            <span>
              <b>{title}</b>
              <small>{says}</small>
            </span>
            <Icon of={RightIcon} className="go" />
          </button>
        ))}
      </nav>
      <button type="button" className="lnk watch-link" onClick={() => onChoose('watch')}>
        {words.firstRun.watch}
      </button>
      <footer className="foot">{words.firstRun.kept}</footer>
    </>
  );
}
