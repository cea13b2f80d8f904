import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

import './button.css';

type Native = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

interface ButtonProps extends Native {
  kind?: 'primary' | 'secondary' | 'quiet';
  small?: boolean;
  children: ReactNode;
}

export function Button({ kind = 'secondary', small = false, className = '', ...native }: ButtonProps) {
  return <button type="button" className={`btn ${kind} ${small ? 'sm' : ''} ${className}`} {...native} />;
}

interface IconButtonProps extends Native {
  icon: LucideIcon;
  /** Its tooltip, which is its name as well; its name alone where `title` has something else to say. */
  label: string;
  /** For a button that is on or off. */
  on?: boolean;
}

export function IconButton({ icon, label, on, className = '', ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-btn ${on ? 'on' : ''} ${className}`}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      {...native}
      {...nameOnly(label, native.title)}
    >
      <Icon of={icon} />
    </button>
  );
}

export function nameOnly(name: string, tooltip: string | undefined): { title: string; 'aria-label'?: string } {
  return tooltip === undefined || tooltip === name ? { title: name } : { title: tooltip, 'aria-label': name };
}
