/** What does somebody see who is not signed in? */
import { accounts } from '../account/remembered.ts'
import type { Sessions } from '../account/session.ts'
import { button, el } from './dom.ts'
import { tour } from './tour.ts'

const promises = [
  ['Works offline', 'Install it or just come back: courses and messages are on this device.'],
  ['Any number of tabs', 'One of them syncs; the others join it and show the same.'],
  ['Close or crash a tab', 'Another one goes on where it was. Nothing is sent twice.'],
] as const

/** Says what this is, and lets a person choose an account; `problem` says why the last sign-out failed. */
export function createWelcome(sessions: Sessions, problem?: string): HTMLElement {
  return el(
    'main',
    { class: 'welcome' },
    el('img', { src: '/icon.svg', alt: '', width: 56, height: 56 }),
    el('h1', {}, 'Coursebook'),
    el(
      'p',
      { class: 'lead' },
      'A small app to try the library leasehold with: it shares the work of a sync between the tabs of a browser.',
    ),
    el(
      'ul',
      { class: 'promises' },
      ...promises.map(([name, meaning]) => el('li', {}, el('strong', {}, name), meaning)),
    ),
    problem === undefined
      ? null
      : el('p', { class: 'sync-pending', role: 'alert' }, `The sign-out failed: ${problem}`),
    el(
      'div',
      { class: 'sign-in' },
      ...accounts.map(account =>
        button(`Sign in as ${account}`, () => void sessions.enter(account), {
          class: 'button button-main',
        }),
      ),
    ),
    el('p', { class: 'faint' }, 'No password: both are made up, and live on your machine.'),
    el('h2', {}, 'What to try'),
    el('ol', { class: 'first-steps' }, ...tour.map(step => el('li', {}, step))),
  )
}
