import type { ReactNode } from 'react';
import { CardGlyph } from './marks.tsx';
import './empty.css';

/** A list with nothing in it says why, and what to do. */
export function Empty({ title, says, children }: { title: string; says: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <CardGlyph />
      <h2>{title}</h2>
      <p dir="auto">{says}</p>
      {children && <div className="acts">{children}</div>}
    </div>
  );
}
