import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { AppIcon } from '../ui/app-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeyIcon, LaptopIcon, RightIcon, ServerIcon } from '../ui/icons.ts';
import { words } from '../words/en.ts';
import type { Door } from './flow.ts';

const text = words.firstRun;
const DOORS: { door: Door; icon: LucideIcon; title: string; says: string }[] = [
  { door: 'device', icon: ServerIcon, title: text.device, says: text.deviceSays },
  { door: 'api-key', icon: KeyIcon, title: text.apiKey, says: text.apiKeySays },
  { door: 'local', icon: LaptopIcon, title: text.local, says: text.localSays },
];

export function Doors({ onChoose }: { onChoose: (door: Door | 'watch') => void }) {
  const list = useRef<HTMLElement>(null);
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const doors = [...(list.current?.querySelectorAll('button') ?? [])];
    if (step === undefined) return;
    event.preventDefault();
    const at = doors.indexOf(document.activeElement as HTMLButtonElement);
    doors[(at + step + doors.length) % doors.length]?.focus();
  };
  return (
    <>
      <header className="welcome">
        <AppIcon />
        <h1>{words.app}</h1>
        <p>{text.tagline}</p>
      </header>
      <nav className="doors" aria-label={text.doors} ref={list} onKeyDown={move}>
        {DOORS.map(({ door, icon, title, says }, index) => (
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
        {text.watch}
      </button>
      <footer className="foot">{text.kept}</footer>
    </>
  );
}
