/** How does the sync button look? */

/** Its sheet. Colours follow `color-scheme`, text that of the page; `--leasehold-…` are the app's to set. */
export const style = `
:host {
  --_accent: var(--leasehold-accent, ButtonFace);
  --_on-accent: var(--leasehold-on-accent, ButtonText);
  --_warning: var(--leasehold-warning, currentColor);
  --_line: var(--leasehold-line, ButtonBorder);
  --_focus: var(--leasehold-focus, Highlight);
  --_radius: var(--leasehold-radius, 0.625rem);
  display: inline-block;
  box-sizing: border-box;
  inline-size: 22rem;
  max-inline-size: 100%;
  vertical-align: top;
  line-height: 1.35;
  overflow-wrap: anywhere;
}
@supports (color: light-dark(white, black)) {
  :host {
    --_accent: var(--leasehold-accent, light-dark(#0b57d0, #a8c7fa));
    --_on-accent: var(--leasehold-on-accent, light-dark(#fff, #062e6f));
    --_warning: var(--leasehold-warning, light-dark(#a33200, #ffb59b));
    --_line: var(--leasehold-line, light-dark(#767b85, #8e939d));
    --_focus: var(--leasehold-focus, light-dark(#0b57d0, #a8c7fa));
  }
}
:host([hidden]), [hidden] { display: none !important }
button {
  box-sizing: border-box;
  min-block-size: 2.75rem;
  margin: 0;
  padding: 0.5rem 0.875rem;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;
  touch-action: manipulation;
}
button:focus-visible { outline: 3px solid var(--_focus); outline-offset: 2px }
.row { display: flex; gap: 0.5rem }
.main { position: relative; display: grid; flex: 1; min-inline-size: 0 }
.button { display: flex; align-items: center; gap: 0.625rem; font-weight: 600 }
:not(.join, .none) > .row .button {
  border-color: transparent;
  background: var(--_accent);
  color: var(--_on-accent);
}
@media (hover: hover) {
  :not(.none) > .row .button:hover, .cancel:hover { box-shadow: inset 0 0 0 99px rgb(128 128 128 / 0.14) }
}
button:active { translate: 0 1px }
.none .button { border-style: dashed; cursor: default; translate: none }
span > span, p > span {
  position: relative;
  display: inline-block;
  max-inline-size: 100%;
  margin-inline-end: 0.9em;
  vertical-align: top;
}
:last-child { margin: 0 }
.label, .status { overflow-x: clip }
i {
  position: absolute;
  inset-inline-start: -0.9em;
  inline-size: 0.9em;
  font-style: normal;
  text-align: center;
}
.icon {
  flex: none;
  inline-size: 1.25em;
  block-size: 1.25em;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.busy .icon { animation: turn 1.4s linear infinite }
@keyframes turn { to { rotate: 360deg } }
.progress {
  position: absolute;
  inset: 1px;
  display: grid;
  align-items: end;
  border-radius: calc(var(--_radius) - 1px);
  overflow: hidden;
  pointer-events: none;
}
.progress-fill { block-size: 4px; background: var(--_focus); transition: inline-size 0.2s }
.status { display: grid; gap: 0.125rem; margin-block-start: 0.5rem }
p { margin: 0 }
p:empty { display: none }
.warning .headline { color: var(--_warning); font-weight: 600 }
.facts, .origins { font-size: 0.8125em; opacity: 0.82 }
.live {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (prefers-reduced-motion: reduce) {
  .busy .icon { animation: none }
  .progress-fill { transition: none }
  button:active { translate: none }
}
@media (forced-colors: active) {
  .none .button { border-color: GrayText; color: GrayText }
  .progress-fill { background: Highlight }
  .facts, .origins { opacity: 1 }
}
`
