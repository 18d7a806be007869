/** What is on the screen of a signed-in person? */
import { type Account, accounts } from '../account/remembered.ts'
import type { Session, Sessions } from '../account/session.ts'
import type { Tour } from '../tour/tour.ts'
import { createActivity } from './activity.ts'
import { createCourses } from './courses.ts'
import { button, el } from './dom.ts'
import { icon } from './icons.ts'
import { createMessages } from './messages.ts'
import { createNavigation } from './navigation.ts'
import type { Screen } from './screen.ts'
import { createSyncCard } from './sync-card.ts'
import { createTimeline } from './timeline.ts'
import { createTourPanel } from './tour-panel.ts'
import { createTrouble } from './trouble.ts'

/** Shows the app of a session. */
export function createApp(session: Session, sessions: Sessions, tour: Tour): HTMLElement {
  const screen: Screen = { ...session, sessions, tour }
  const card = createSyncCard(screen, 'courses')
  const timeline = createTimeline(screen)
  const activity = createActivity(screen)
  const trouble = createTrouble(screen)
  const tourPanel = createTourPanel(screen)
  const parts = {
    courses: [card, createCourses(screen)],
    messages: [createSyncCard(screen, 'messages'), createMessages(screen)],
    activity: [timeline, activity],
    trouble: [timeline, trouble],
    // Its steps make syncs of the courses.
    tour: [timeline, card, tourPanel],
  }
  const [work = null, about = null] = createNavigation(parts, session.ended)
  return el(
    'div',
    { class: 'app' },
    createHeader(session.account, sessions),
    work,
    el('main', { class: 'work' }, ...parts.courses, ...parts.messages),
    about,
    el(
      'aside',
      { class: 'about', 'aria-label': 'About the sync' },
      timeline,
      activity,
      trouble,
      tourPanel,
    ),
  )
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
  const leave = button('Sign out', () => void sessions.leave(), { class: 'button button-quiet' })
  const forget = button('Forget', () => void (confirm(farewell(account)) && sessions.forget()), {
    class: 'button button-quiet button-danger',
    'aria-label': `Forget ${account} on this device`,
  })
  leave.prepend(icon('leave'))
  forget.prepend(icon('forget'))
  return el(
    'header',
    { class: 'head' },
    el('h1', {}, 'Coursebook'),
    el('div', { class: 'accounts', role: 'group', 'aria-label': 'Account' }, ...choices),
    leave,
    forget,
  )
}

function farewell(account: Account): string {
  return `Sign ${account} out, and delete all data of ${account} from this device? Edits that were not sent are lost.`
}
