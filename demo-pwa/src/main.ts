/** The page: one registry, and the screens of whoever is signed in. */
import './style/base.css'
import './style/head.css'
import './style/layout.css'
import './style/controls.css'
import './style/sync.css'
import './style/rows.css'
import './style/panels.css'
import './style/tour.css'
import './style/inspector.css'
import { defineSyncButton } from 'leasehold/element'
import { createSessions } from './account/session.ts'
import { createSync } from './sync/registry.ts'
import { startWorker } from './sync/worker.ts'
import { createTour } from './tour/tour.ts'
import { createNewVersionBar } from './ui/new-version.ts'
import { createApp } from './ui/shell.ts'
import { createWelcome } from './ui/welcome.ts'

defineSyncButton()
const sync = createSync()
const tour = createTour(sync)
document.body.append(createNewVersionBar(startWorker(), sync.registry))

const root = document.getElementById('app')
createSessions(sync, (session, sessions, problem) => {
  const hadFocus = root?.contains(document.activeElement)
  root?.replaceChildren(
    session ? createApp(session, sessions, tour) : createWelcome(sessions, problem),
  )
  // Whoever goes by keyboard is where they were: at the accounts.
  if (hadFocus) root?.querySelector<HTMLElement>('[aria-pressed="true"], .sign-in button')?.focus()
})
