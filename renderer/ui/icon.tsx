import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';

interface IconProps {
  of: LucideIcon;
  size?: number;
  className?: string | undefined;
}

/** A lucide icon, by default 16 px with 1.5-px strokes, hidden from screen readers. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return (
    <Drawing
      aria-hidden="true"
      className={classNames('icon', className)}
      size={size}
      strokeWidth={1.5}
      absoluteStrokeWidth
    />
  );
}
