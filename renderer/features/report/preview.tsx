/** The page of the report as it is printed, on a sheet of paper. Main makes it; its frame runs no script. */
import { useEffect, useRef, useState } from 'react';
import type { Payload } from '../../../shared/contract/index.ts';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import type { Report } from '../../../shared/time/report.ts';
import { useRead } from '../../state/use-read.ts';
import { IconButton } from '../../ui/button.tsx';
import { LoadError } from '../../ui/error-box.tsx';
import { ZoomInIcon, ZoomOutIcon } from '../../ui/icons.tsx';
import styles from './preview.module.css';
import type { Format } from './report-actions.tsx';

/** A sheet of A4 at 96 dpi. */
const A4_HEIGHT = 1123;

interface Props {
  /** null until its time is read. */
  report: Report | null;
  choice: Payload<'report.preview'>;
  format: Format;
  /** It took the place of the settings. */
  takesFocus: boolean;
}

export function Preview({ report, choice, format, takesFocus }: Props) {
  const isEmpty = report?.entries === 0;
  // Meanwhile the page before stays.
  const page = useRead('report.preview', report === null || isEmpty ? null : choice);
  const [height, setHeight] = useState(A4_HEIGHT);
  const [isActualSize, setActualSize] = useState(false);
  const desk = useRef<HTMLDivElement>(null);
  const { preview, actions } = reportPageMessages;
  useEffect(() => {
    if (takesFocus) desk.current?.focus();
  }, [takesFocus]);
  return (
    <section className={styles.pane} aria-label={preview.title}>
      <div className={styles.head}>
        <p className="truncate grow">{format === 'csv' && preview.csv}</p>
        {!isEmpty && (
          <IconButton
            icon={isActualSize ? ZoomOutIcon : ZoomInIcon}
            label={isActualSize ? preview.fit : preview.actualSize}
            onClick={() => setActualSize(!isActualSize)}
          />
        )}
      </div>
      {page.error && <LoadError error={page.error} onRetry={page.load} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has no control that could take the focus. */}
      <div ref={desk} className={styles.desk} tabIndex={0}>
        {isEmpty && <p className={styles.note}>{actions.nothing}</p>}
        {!isEmpty && page.value !== null && (
          <>
            <div
              className={styles.sheet}
              data-actual-size={isActualSize || undefined}
              style={{ '--height': `${height}px` } as React.CSSProperties}
            >
              <iframe
                title={preview.frame}
                src={`report-preview?${page.value.number}`}
                sandbox="allow-same-origin"
                // The desk scrolls, and keeps the keys of the window.
                scrolling="no"
                tabIndex={-1}
                onLoad={({ currentTarget: { contentDocument } }) =>
                  setHeight(Math.max(A4_HEIGHT, contentDocument?.body.offsetHeight ?? 0))
                }
              />
            </div>
            {!page.value.isWhole && <p className={styles.note}>{preview.goesOn}</p>}
          </>
        )}
      </div>
    </section>
  );
}
