import type { LucideIcon } from 'lucide-react';

/** A lucide icon as the look draws them: 16 px, 1.5 px strokes, never read out. */
export function Icon({ of: Drawing, size = 16, className }: { of: LucideIcon; size?: number; className?: string }) {
  return (
    <Drawing
      aria-hidden="true"
      className={className ? `i ${className}` : 'i'}
      size={size}
      strokeWidth={1.5}
      absoluteStrokeWidth
    />
  );
}
