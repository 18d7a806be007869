/** How the inspector and the timeline look; sizes and colours can be set from outside as custom properties. */

/** The style sheet of the elements. */
export const styleText: string = `
:host {
  --leasehold-font: ui-sans-serif, system-ui, sans-serif;
  --leasehold-mono: ui-monospace, SFMono-Regular, Menlo, monospace;
  --leasehold-back: light-dark(#ffffff, #16181d);
  --leasehold-raised: light-dark(#f5f6f8, #1f2229);
  --leasehold-line: light-dark(#d9dce3, #363b46);
  --leasehold-edge: light-dark(#7d8493, #7c8494);
  --leasehold-text: light-dark(#1b1f27, #e7e9ee);
  --leasehold-dim: light-dark(#565d6b, #a4abb9);
  --leasehold-accent: light-dark(#1f56c4, #8fb4ff);
  --leasehold-good: light-dark(#1b6e3c, #6fd08f);
  --leasehold-bad: light-dark(#b3261e, #ff9a90);
  --leasehold-warning: light-dark(#8a5300, #f0b95c);
  --leasehold-off: light-dark(#565d6b, #a4abb9);
  --leasehold-violet: light-dark(#6b3fa0, #c6a5f5);
  color-scheme: light dark;
  display: block;
  font: 13px/1.45 var(--leasehold-font);
  color: var(--leasehold-text);
  text-align: start;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
.inspector {
  background: var(--leasehold-back);
  border: 1px solid var(--leasehold-line);
  border-radius: 8px;
  overflow: clip;
  overflow-wrap: break-word;
  container-type: inline-size;
}
header {
  display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px;
  padding: 8px 12px;
  background: var(--leasehold-raised);
}
h2, h3, h4, p, ul, dl, dd { margin: 0; padding: 0; }
h2 { font-size: 14px; font-weight: 650; min-width: 0; }
h2 span { font-weight: 400; color: var(--leasehold-dim); }
h3 { font: 600 13px/1.4 var(--leasehold-mono); overflow-wrap: anywhere; }
h4 { margin-top: 10px; font-size: 12px; color: var(--leasehold-dim); font-weight: 600; }
ul { list-style: none; }
.room { flex: 1; }
.health { font-size: 12px; color: var(--leasehold-dim); overflow-wrap: anywhere; }
.health::before {
  content: ''; display: inline-block; width: 8px; height: 8px; margin-inline-end: 6px;
  border-radius: 50%; background: var(--leasehold-good); forced-color-adjust: none;
}
.health[data-state='waiting']::before { background: var(--leasehold-warning); border-radius: 2px; }
.health[data-state='unavailable']::before { background: var(--leasehold-bad); border-radius: 0; rotate: 45deg; }
.health[data-state='unavailable'] { color: var(--leasehold-bad); }
button, select, input {
  font: inherit; color: inherit; background: var(--leasehold-back);
  border: 1px solid var(--leasehold-edge); border-radius: 5px;
  padding: 3px 9px; min-height: 28px; min-width: 28px;
}
button { cursor: pointer; }
select { padding-inline: 5px; max-width: 100%; }
button:hover { border-color: var(--leasehold-text); }
button[aria-disabled='true'] { color: var(--leasehold-dim); border-color: var(--leasehold-line); border-style: dashed; cursor: not-allowed; }
button[aria-pressed='true'] { background: var(--leasehold-raised); border-color: var(--leasehold-accent); color: var(--leasehold-accent); font-weight: 600; }
:focus-visible { outline: 2px solid var(--leasehold-accent); outline-offset: 1px; }
[role='tablist'] {
  display: flex; flex-wrap: wrap; gap: 2px; padding: 0 8px;
  background: var(--leasehold-raised); border-bottom: 1px solid var(--leasehold-line);
}
[role='tab'] { border: 0; border-radius: 0; background: none; padding: 6px 10px; color: var(--leasehold-dim); border-bottom: 2px solid transparent; }
[role='tab'][aria-selected='true'] { color: var(--leasehold-text); font-weight: 600; border-bottom-color: var(--leasehold-accent); }
[role='tab']:focus-visible { outline-offset: -3px; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 8px 12px; }
.tools input { width: 14rem; max-width: 100%; }
.count { color: var(--leasehold-dim); font-size: 12px; }
::placeholder { color: var(--leasehold-dim); opacity: 1; }
.empty { padding: 18px 12px; color: var(--leasehold-dim); }
.told { padding: 0 12px; font-size: 12px; color: var(--leasehold-text); }
.told:not(:empty) { padding-block: 6px; border-top: 1px solid var(--leasehold-line); background: var(--leasehold-raised); }

.grid { max-height: var(--leasehold-rows, 366px); overflow: auto; border-top: 1px solid var(--leasehold-line); contain: content; }
.heads { position: sticky; top: 0; z-index: 1; background: var(--leasehold-raised); border-bottom: 1px solid var(--leasehold-line); }
.body { position: relative; }
.row { position: absolute; inset: 0 0 auto; contain: strict; border-bottom: 1px solid var(--leasehold-line); cursor: default; }
.head, .row { display: grid; align-items: center; column-gap: 10px; padding: 0 12px; grid-template-columns: var(--columns); }
.head { height: 29px; font-size: 12px; color: var(--leasehold-dim); }
.row > *, .head > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row:hover { background: var(--leasehold-raised); }
.row[aria-selected='true'] { background: var(--leasehold-raised); box-shadow: inset 3px 0 var(--leasehold-accent); }
.row:focus-visible { outline-offset: -2px; }
.row b { font-weight: 600; unicode-bidi: isolate; }
h3, dd, li, .row > *, .track .bar span, .lane .name { unicode-bidi: plaintext; }
.row .key { color: var(--leasehold-dim); }
.row .key b { color: var(--leasehold-text); }
.keys { --columns: minmax(9rem, 2fr) 7.5rem minmax(6rem, 1fr) minmax(8rem, 1.4fr) 14rem 8.5rem; }
.runs { --columns: 9rem minmax(9rem, 2fr) 6.5rem minmax(5.5rem, .8fr) 5.5rem minmax(7rem, 1.2fr) minmax(6rem, 1fr); }
.triggers { --columns: 9rem minmax(8rem, 1fr) minmax(8rem, 1fr) 6rem minmax(12rem, 2.4fr) minmax(7rem, 1fr); }
.fence, .at, .took, .until { font-variant-numeric: tabular-nums; }
.owner[data-here] { color: var(--leasehold-accent); font-weight: 600; }

.grid[data-narrow] .heads { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.grid[data-narrow] .row { grid-template-columns: repeat(6, minmax(0, 1fr)); grid-auto-rows: 22px; align-content: center; }
.grid[data-narrow] .row > * { grid-row: 2; grid-column: 1 / 4; font-size: 12px; }
.grid[data-narrow] .row > .key { grid-row: 1; grid-column: 1 / 5; font-size: 13px; }
.grid[data-narrow] .row > .status, .grid[data-narrow] .row > .decision { grid-row: 1; grid-column: 5 / 7; text-align: end; }
.grid[data-narrow] .row > :is(.lease, .source, .agent, .fence, .notes) { grid-column: 4 / 7; justify-content: end; text-align: end; }
.grid[data-narrow] .row > :is(.owner, .fence, .took, .notes, .reason) { grid-row: 3; }
.grid[data-narrow].keys .row > :is(.stage, .owner, .lease, .fence)::before { color: var(--leasehold-dim); font-weight: 400; }
.grid[data-narrow].keys .row > .stage::before { content: 'stage '; }
.grid[data-narrow].keys .row > .owner::before { content: 'owner '; }
.grid[data-narrow].keys .row > .lease:not([data-lease])::before { content: 'lease'; }
.grid[data-narrow].keys .row > .fence::before { content: 'fence '; }
.grid[data-narrow].runs .row > .at { grid-column: 1 / 3; }
.grid[data-narrow].runs .row > .agent { grid-column: 3 / 7; }
.grid[data-narrow].runs .row > .source { grid-column: 3 / 5; grid-row: 3; text-align: start; }
.grid[data-narrow].runs .row > .took { grid-column: 1 / 3; }
.grid[data-narrow].runs .row > .notes { grid-column: 5 / 7; }
.grid[data-narrow].triggers .row > .source { grid-row: 1; grid-column: 1 / 5; text-align: start; font-size: 13px; font-weight: 600; }
.grid[data-narrow].triggers .row > .key { grid-row: 2; grid-column: 3 / 5; font-size: 12px; }
.grid[data-narrow].triggers .key b { color: inherit; font-weight: 400; }
.grid[data-narrow].triggers .row > .at { grid-column: 1 / 3; }
.grid[data-narrow].triggers .row > .agent { grid-column: 5 / 7; }
.grid[data-narrow].triggers .row > .reason { grid-column: 1 / 7; }

.chip {
  display: inline-block; max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: middle;
  padding: 0 7px; border-radius: 9px; border: 1px solid currentcolor; font-size: 12px; line-height: 18px;
  color: var(--leasehold-off);
}
.chip[data-status='running'], .chip[data-status='started'], .chip[data-status='loading'] { color: var(--leasehold-accent); }
.chip[data-status='succeeded'], .chip[data-status='joined'] { color: var(--leasehold-good); }
.chip[data-status='failed'], .chip[data-status='blocked'], .chip[data-status='silent'], .chip[data-status='interrupted'], .chip[data-status='rejected'] { color: var(--leasehold-bad); }
.chip[data-status='waiting'], .chip[data-status='paused'], .chip[data-status='deferred'], .chip[data-status='buffered'] { color: var(--leasehold-warning); }
.chip[data-status='signed-out'] { color: var(--leasehold-violet); }

.lease { display: flex; align-items: center; gap: 8px; }
.lease .bar { flex: 1; min-width: 40px; height: 8px; border: 1px solid var(--leasehold-edge); border-radius: 4px; overflow: hidden; }
.lease .bar i { display: block; height: 100%; background: var(--leasehold-accent); transform-origin: 0 50%; forced-color-adjust: none; }
.lease .until { color: var(--leasehold-dim); font-size: 12px; }

.detail { padding: 10px 12px 14px; border-top: 1px solid var(--leasehold-line); background: var(--leasehold-raised); }
.actions { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 3px 18px; margin-top: 6px; }
dl > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 8px; align-items: baseline; }
dt { color: var(--leasehold-dim); font-size: 12px; }
dd { overflow-wrap: anywhere; }
.latest { font-size: 12px; }
.latest[data-empty]::after { content: 'none'; color: var(--leasehold-dim); }

.plot { position: relative; padding: 0 12px; max-height: var(--leasehold-lanes, none); overflow-y: auto; overflow-x: clip; }
.lanes { display: grid; }
.lane { display: grid; grid-template-columns: 10rem minmax(0, 1fr); border-top: 1px solid var(--leasehold-line); }
.lane .name { padding: 6px 8px 6px 0; font-size: 12px; color: var(--leasehold-dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lane[data-here] .name { color: var(--leasehold-accent); font-weight: 600; }
.track { position: relative; margin: 4px 0; overflow: clip; overflow-clip-margin: 3px; }
.axis { position: sticky; bottom: 0; z-index: 2; height: 24px; background: var(--leasehold-back); margin-inline-start: 10rem; border-top: 1px solid var(--leasehold-edge); font-size: 11px; color: var(--leasehold-dim); font-variant-numeric: tabular-nums; overflow: clip; }
.axis span { position: absolute; inset-block: 0; translate: -100%; padding: 4px 4px 0 0; border-right: 1px solid var(--leasehold-edge); white-space: nowrap; }
.track button { position: absolute; padding: 0; min-width: 0; min-height: 0; margin: 0; }
.track .bar {
  --tone: var(--leasehold-accent);
  height: 22px; min-width: 6px; border: 1px solid var(--tone); border-radius: 3px;
  background: color-mix(in srgb, var(--tone) 20%, var(--leasehold-back));
  overflow: hidden; text-align: start; font-size: 11px; line-height: 20px; white-space: nowrap; color: var(--leasehold-text);
  container-type: inline-size;
}
.track .bar span { position: relative; display: block; padding-inline: 5px 3px; overflow: hidden; text-overflow: ellipsis; }
.track .bar span::before { content: var(--sign, ''); margin-inline-end: 4px; font-weight: 700; color: var(--tone); }
.track .bar i { position: absolute; bottom: 0; height: 3px; background: var(--tone); border-inline-end: 2px solid var(--leasehold-back); forced-color-adjust: none; }
.bar[data-outcome='succeeded'] { --tone: var(--leasehold-good); --sign: '✓'; }
.bar[data-outcome='failed'] { --tone: var(--leasehold-bad); --sign: '✕'; }
.bar[data-outcome='cancelled'] { --tone: var(--leasehold-off); --sign: '⊘'; }
.bar[data-outcome='signed-out'] { --tone: var(--leasehold-violet); --sign: '⇥'; }
.bar[data-outcome='running'] { --sign: '▸'; border-inline-end-width: 3px; }
.bar[data-outcome='waiting'] { --tone: var(--leasehold-warning); --sign: '…'; border-style: dashed; }
.bar[data-outcome='left'] { --tone: var(--leasehold-off); --sign: '↷'; border-style: dashed; }
.track .bar[data-began='takeover'] { border-inline-start: 4px double var(--leasehold-violet); }
.track .bar[data-began='takeover'] span::before { content: '⇄ ' var(--sign, ''); }
.track .bar[data-began='went-on'] { border-inline-start: 4px solid var(--tone); }
.track .tick {
  bottom: 0; width: 16px; height: 16px; margin-inline-start: -8px; border-radius: 3px;
  font: 600 10px/14px var(--leasehold-mono); text-align: center; color: var(--leasehold-dim); border-color: var(--leasehold-edge);
}
.tick[data-decision='started'] { color: var(--leasehold-accent); border-color: currentcolor; }
.tick[data-decision='joined'] { color: var(--leasehold-good); border-color: currentcolor; }
.tick[data-decision='deferred'], .tick[data-decision='buffered'] { color: var(--leasehold-warning); border-color: currentcolor; }
.tick[data-decision='rejected'] { color: var(--leasehold-bad); border-color: currentcolor; }
.track button:focus-visible { outline-offset: 0; z-index: 1; }
.about { min-height: 84px; padding: 4px 12px 12px; border-top: 1px solid var(--leasehold-line); background: var(--leasehold-raised); }
.about:empty::before { content: 'Point at a bar or a tick, or move with the arrow keys, to read about it.'; display: block; padding-top: 8px; color: var(--leasehold-dim); }
@media (pointer: coarse) { .about:empty::before { content: 'Tap a bar or a tick to read about it.'; } }

dialog {
  max-width: min(30rem, calc(100vw - 32px)); padding: 18px; color: inherit; background: var(--leasehold-back);
  border: 1px solid var(--leasehold-edge); border-radius: 8px;
}
dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog h3 { font: 650 15px/1.4 var(--leasehold-font); }
dialog p { margin-top: 8px; }
.answers { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; margin-top: 16px; }
.danger { color: light-dark(#fff, #2a0906); background: var(--leasehold-bad); border-color: var(--leasehold-bad); font-weight: 600; }

@container (max-width: 70px) {
  .track .bar span { padding: 0; font-size: 0; text-align: center; text-overflow: clip; }
  .track .bar span::before { margin: 0; font-size: 11px; }
}
@container (max-width: 26px) {
  .track .bar[data-began='takeover'] span::before { content: '⇄'; }
}
@container (max-width: 8px) {
  .track .bar span { display: none; }
}
@container (max-width: 640px) {
  .lane { grid-template-columns: 8rem minmax(0, 1fr); }
  .axis { margin-inline-start: 8rem; }
  .about dl { grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); }
  .about dl > div { grid-template-columns: minmax(3.5rem, auto) minmax(0, 1fr); }
  button, select, input { min-height: 36px; }
  .track button { min-height: 0; }
  .tools input { width: 100%; }
  .room { flex-basis: 100%; }
  .about { min-height: 126px; }
}
@container (max-width: 440px) {
  .lane { grid-template-columns: minmax(0, 1fr); }
  .lane .name { padding: 4px 0 0; }
  .axis { margin-inline-start: 0; }
  [role='tablist'] { gap: 0; }
  [role='tab'] { padding-inline: 7px; }
  .timeline .tools { gap: 4px; }
  .timeline .tools button { padding-inline: 3px; }
}
@media (forced-colors: active) {
  .lease .bar i, .track .bar i { background: CanvasText; }
  .health::before { background: CanvasText; }
  .row[aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
  [role='tab'][aria-selected='true'] { border-bottom-color: Highlight; }
}
`
