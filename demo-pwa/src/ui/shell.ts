/** What is on the screen: a signed-in person's app, or the choice of an account? */
import { type Account, accounts } from '../account/remembered.ts'
import type { Session, Sessions } from '../account/session.ts'
import { createActivity } from './activity.ts'
import { createCourses } from './courses.ts'
import { button, el } from './dom.ts'
import { createMessages } from './messages.ts'
import { createNavigation } from './navigation.ts'
import type { Screen } from './screen.ts'
import { createSyncCard } from './sync-card.ts'
import { tour } from './tour.ts'
import { createTrouble } from './trouble.ts'

/** Shows the app of a session. */
export function createApp(session: Session, sessions: Sessions): HTMLElement {
  const screen: Screen = { ...session, sessions }
  const parts = {
    courses: place(createSyncCard(screen, 'courses'), createCourses(screen)),
    messages: place(createSyncCard(screen, 'messages'), createMessages(screen)),
    activity: place(createActivity(screen)),
    trouble: place(createTrouble(screen)),
  }
  const [work = null, about = null] = createNavigation(parts, session.ended)
  return el(
    'div',
    { class: 'app' },
    createHeader(session.account, sessions),
    work,
    el('main', { class: 'work' }, parts.courses, parts.messages),
    about,
    el('aside', { class: 'about', 'aria-label': 'About the sync' }, parts.activity, parts.trouble),
  )
}

/** Lets a person choose an account; `problem` says why the last sign-out failed. */
export function createWelcome(sessions: Sessions, problem?: string): HTMLElement {
  return el(
    'main',
    { class: 'welcome' },
    el('h1', {}, 'Coursebook'),
    el('p', { class: 'lead' }, 'Courses and messages, edited offline, synced once.'),
    problem === undefined
      ? null
      : el('p', { class: 'sync-pending', role: 'alert' }, `The sign-out failed: ${problem}`),
    ...accounts.map(account =>
      button(`Sign in as ${account}`, () => void sessions.enter(account), {
        class: 'button button-main',
      }),
    ),
    el('ol', { class: 'tour faint' }, ...tour.map(step => el('li', {}, step))),
  )
}

function place(...children: HTMLElement[]): HTMLElement {
  return el('div', { class: 'place' }, ...children)
}

function createHeader(account: Account, sessions: Sessions): HTMLElement {
  const choices = accounts.map(each => {
    const isCurrent = each === account
    return button(each, () => void (isCurrent || sessions.enter(each)), {
      class: 'account',
      'aria-pressed': String(isCurrent),
      'aria-label': isCurrent ? `Signed in as ${each}` : `Switch to ${each}`,
    })
  })
  return el(
    'header',
    { class: 'head' },
    el('h1', {}, 'Coursebook'),
    el('div', { class: 'accounts', role: 'group', 'aria-label': 'Account' }, ...choices),
    button('Sign out', () => void sessions.leave(), { class: 'button button-quiet' }),
    button('Forget', () => void (confirm(farewell(account)) && sessions.forget()), {
      class: 'button button-quiet',
      'aria-label': `Forget ${account} on this device`,
    }),
  )
}

function farewell(account: Account): string {
  return `Sign ${account} out, and delete all data of ${account} from this device? Edits that were not sent are lost.`
}
