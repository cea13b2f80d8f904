import { createContext, useContext, useState } from 'react';
import { publicPersonKey } from '../../shared/public-person.ts';
import { tintOfText } from '../../shared/tint.ts';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

/** Keys of people's pictures by person id; they are loaded from `/people/`. */
export const PicturesContext = createContext<Readonly<Record<string, string>>>({});

interface Props {
  /** The person's id; null if only the name is known. */
  id: string | null;
  name: string;
  /** Tooltip, for avatars without the name next to them. */
  title?: string;
  /** False for people of a public board. */
  isOurs?: boolean;
  className?: string | undefined;
}

/** A person's picture, or tinted initials. */
export function Avatar({ id, name, title, isOurs = true, className }: Props) {
  const pictures = useContext(PicturesContext);
  const key = id === null ? undefined : pictures[isOurs ? id : publicPersonKey(id)];
  return (
    <span
      className={classNames(styles.avatar, className)}
      data-tint={tintOfText(id ?? name)}
      title={title}
      aria-hidden="true"
    >
      {initials(name)}
      {key !== undefined && <Picture key={key} of={key} />}
    </span>
  );
}

/** Covers the initials once it is loaded. */
function Picture({ of }: { of: string }) {
  const [state, setIs] = useState<'loading' | 'shown' | 'missing'>('loading');
  if (state === 'missing') return null;
  return (
    <img
      src={`/people/${of}`}
      alt=""
      draggable={false}
      loading="lazy"
      decoding="async"
      data-shown={state === 'shown'}
      onLoad={() => setIs('shown')}
      onError={() => setIs('missing')}
    />
  );
}

export function initials(name: string): string {
  const parts = name.split(/\s+/u).filter(Boolean);
  const firstOf = (part: string | undefined): string => Array.from(part ?? '')[0] ?? '';
  return (firstOf(parts[0]) + (parts.length > 1 ? firstOf(parts.at(-1)) : '')).toUpperCase();
}
