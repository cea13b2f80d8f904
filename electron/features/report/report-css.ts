/** The style sheet of a report. */
/** The app brings no font of its own, so a report is set in the system's. A PDF embeds what it uses of it. */
const FONT = 'system-ui, -apple-system, "Segoe UI", Cantarell, Ubuntu, "Noto Sans", sans-serif';

const FOOT = `font: 10px/14px ${FONT}; color: #6b7277; vertical-align: top; margin-top: 9px; padding-top: 10px; border-top: 1px solid #d5d9db;`;

/**
 * The look of a report on A4 and on screen. Paper has no dark mode, so the colours are here and not in the app's tokens. Sizes in px at
 * 96 dpi, as drawn. `foot`: the lines at the foot of each printed page, as CSS content; pages are counted from `firstPage`.
 */
export const reportCss = (foot: { left: string; right: string; firstPage: number }): string => `
:root {
  color-scheme: light;
  --ink: #16181a; --ink-2: #50565b; --ink-3: #6b7277; --rule: #d5d9db; --hair: #e7eaeb;
  --tone-1: #3a4145; --tone-2: #a8b1b6; --tone-3: #6f787d;
}
@page {
  size: A4;
  margin: 64px 72px 82px 76px;
  @bottom-left { ${FOOT} content: ${foot.left}; text-align: left; width: 89%; }
  @bottom-right { ${FOOT} content: ${foot.right}; text-align: right; width: 11%; white-space: nowrap; }
}
${foot.firstPage > 1 ? `@page :first { counter-set: page ${foot.firstPage}; }` : ''}
* { margin: 0; padding: 0; box-sizing: border-box; }
body {
  background: #fff; color: var(--ink);
  font: 12px/18px ${FONT};
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
  overflow-wrap: break-word;
}
@media screen {
  body { max-width: 794px; margin: 0 auto; padding: 64px 72px 48px 76px; }
}
@media print { .screen { display: none; } }
header { display: flex; justify-content: space-between; align-items: flex-start; gap: 24px; }
h1 { font-size: 30px; line-height: 36px; font-weight: 600; letter-spacing: -.018em; }
.period { font-size: 14px; line-height: 20px; color: var(--ink-2); margin-top: 4px; }
.number { color: var(--ink-3); white-space: nowrap; }
.who { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; margin-top: 28px; padding-top: 12px; border-top: 1px solid var(--ink); }
.who dt { font-size: 10px; line-height: 14px; color: var(--ink-3); }
.who dd { margin-top: 2px; line-height: 17px; white-space: pre-line; overflow-wrap: anywhere; }
.sums { display: flex; flex-wrap: wrap; gap: 20px 48px; margin-top: 28px; }
.sums b { display: block; font-size: 34px; line-height: 40px; font-weight: 600; letter-spacing: -.02em; white-space: nowrap; }
.sums span { font-size: 11px; line-height: 16px; color: var(--ink-2); }
.bars { margin-top: 24px; break-inside: avoid; }
.bars svg { display: block; width: 100%; height: auto; }
.bars text { font-size: 9px; fill: var(--ink-3); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 8px; font-size: 10px; line-height: 14px; color: var(--ink-2); list-style: none; }
.legend li::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 6px; background: var(--tone); }
h2 { font-size: 12px; line-height: 18px; font-weight: 600; margin-top: 24px; padding-bottom: 6px; border-bottom: 1px solid var(--ink); break-after: avoid; }
table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
tbody, .keep { break-inside: avoid; }
tbody tr:last-child td { border-bottom-color: var(--rule); }
tr { break-inside: avoid; }
th { font-size: 10px; line-height: 14px; font-weight: 400; color: var(--ink-3); text-align: left; padding: 6px 0 4px; vertical-align: bottom; }
td { padding: 5px 0; vertical-align: top; border-bottom: 1px solid var(--hair); }
td + td, th + th { padding-left: 16px; }
.what { white-space: pre-line; }
.wide { width: 100%; overflow-wrap: anywhere; }
.right { text-align: right; white-space: nowrap; min-width: 64px; font-variant-numeric: tabular-nums; }
.line { white-space: nowrap; }
.grey { color: var(--ink-2); }
small { font-size: 10px; color: var(--ink-3); white-space: nowrap; }
.small { font-size: 10px; color: var(--ink-3); white-space: nowrap; font-variant-numeric: tabular-nums; }
.project td { font-weight: 600; padding-top: 12px; border-bottom-color: var(--rule); break-after: avoid; }
.project .grey { font-weight: 400; }
.part td:first-child { padding-left: 16px; }
tbody:has(.sum), .note, .sign { break-before: avoid; }
.sum td { border-top: 1px solid var(--ink); border-bottom: 0; font-weight: 600; padding-top: 8px; }
.sum .grey { font-weight: 400; }
.note { font-size: 11px; line-height: 16px; color: var(--ink-2); margin-top: 16px; max-width: 520px; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 48px; margin-top: 28px; break-inside: avoid; }
.sign span { border-top: 1px solid var(--ink); padding-top: 4px; font-size: 10px; line-height: 14px; color: var(--ink-3); }
footer { margin-top: 40px; padding-top: 10px; border-top: 1px solid var(--rule); font-size: 10px; line-height: 14px; color: var(--ink-3); }
`;

/** A text as a CSS string. */
export const cssText = (text: string): string =>
  `"${text.replace(/[^\w .,–-]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`;
