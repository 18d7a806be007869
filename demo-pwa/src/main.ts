/** The page: one registry, and the screens of whoever is signed in. */
import './style/base.css'
import './style/head.css'
import './style/layout.css'
import './style/controls.css'
import './style/sync.css'
import './style/rows.css'
import './style/panels.css'
import { createSessions } from './account/session.ts'
import { createSync } from './sync/registry.ts'
import { createApp, createWelcome } from './ui/shell.ts'

const root = document.getElementById('app')
createSessions(createSync(), (session, sessions, problem) =>
  root?.replaceChildren(session ? createApp(session, sessions) : createWelcome(sessions, problem)),
)
