// The rules of a service worker's events.

const window = 'src/registry/event-window.ts'
const service = 'src/registry/event-service.ts'
const events = 'src/service-worker/background-events.ts'
const left = 'src/model/left-for-later.ts'
const servingTest = 'test/service-worker/serving.test.ts'
const endTest = 'test/service-worker/event-end.test.ts'
const betweenTest = 'test/service-worker/between-events.test.ts'
const wakeTest = 'test/service-worker/wake-requests.test.ts'
const eventsTest = 'test/service-worker/background-events.test.ts'
const leftTest = 'test/model/left-for-later.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const serviceWorkerRules = {
  H7: {
    words:
      'events of a service worker become triggers, runs end with them at a checkpoint, and nothing starts between them',
    mutants: [
      {
        breaks: 'runs start in a service worker without an event',
        file: window,
        text: 'return Math.max(0, overAt - clock.monotonic())',
        becomes: 'return Math.max(1, overAt - clock.monotonic())',
        tests: [servingTest],
      },
      {
        breaks: 'the end of one event ends the time of another',
        file: window,
        text: 'if (openings.size === 0) timer?.cancel()',
        becomes: 'openings.clear()\n        if (openings.size === 0) timer?.cancel()',
        tests: [servingTest],
      },
      {
        breaks: 'a run without a commit goes on when its time is over',
        file: window,
        text: 'after(untilAbortMs, deps.onAbort)',
        becomes: '',
        tests: [servingTest],
      },
      {
        breaks: 'an event does not end as long as a stage ignores that it has to stop',
        file: window,
        text: 'clock.setTimer(budgetMs + untilEndMs, close)',
        becomes: 'clock.setTimer(Number.POSITIVE_INFINITY, close)',
        tests: [servingTest, endTest],
      },
      {
        breaks: 'a run goes on for as long as an event that was over before',
        file: window,
        text: '        else if (remainingMs() > 0) plan()\n',
        becomes: '',
        tests: [endTest],
      },
      {
        breaks: 'a run goes on after the commit at which its time was over',
        file: 'src/run/task-run.ts',
        text: '    if (!step.last && watchdog.leaveWhenOver()) holding.signal.throwIfAborted()\n',
        becomes: '',
        tests: [servingTest, endTest],
      },
      {
        breaks:
          'a stage that does not look at its signal goes on after the commit at which its time was over',
        file: 'src/run/task-run.ts',
        text: 'watchdog.leaveWhenOver()) holding.signal.throwIfAborted()',
        becomes: 'watchdog.leaveWhenOver()) return',
        tests: [endTest],
      },
      {
        breaks: 'a stage is called although the time is over, as the store answered late',
        file: 'src/run/drive.ts',
        text: '        watchdog.leaveWhenOver()\n',
        becomes: '',
        tests: [servingTest, endTest],
      },
      {
        breaks: 'a stage is not told when its event ends',
        file: 'src/run/watchdog.ts',
        text: 'Math.min(maxRunMs ?? Number.POSITIVE_INFINITY, remainingMs())',
        becomes: 'maxRunMs ?? Number.POSITIVE_INFINITY',
        tests: [servingTest],
      },
      {
        breaks: 'an event ends before its runs',
        file: service,
        text: 'if (!runner.isIdle()) return false',
        becomes: 'if (!runner.isIdle()) return true',
        tests: [servingTest],
      },
      {
        breaks: 'an event ends although a retry falls due in its time',
        file: service,
        text: 'return dueAt !== null && dueAt - clock.now() < window.remainingMs()',
        becomes: 'return false',
        tests: [servingTest],
      },
      {
        breaks: 'what is due waits for another signal',
        file: service,
        text: "    agenda.look('event')\n",
        becomes: '',
        tests: [servingTest, eventsTest],
      },
      {
        breaks: 'an event ends between two of the things that are due',
        file: service,
        text: '!agenda.isBusy() && ',
        becomes: '',
        tests: [endTest],
      },
      {
        breaks: 'an event ends with what the app throws in it',
        file: service,
        text: "      deps.onError(error, 'during()')\n",
        becomes: '      throw error\n',
        tests: [endTest],
      },
      {
        breaks: 'an event says that all is done although the store was not read',
        file: service,
        text: 'const isKnown = isRead && runner',
        becomes: 'const isKnown = runner',
        tests: [endTest],
      },
      {
        breaks: 'an event says that all is done although the store failed',
        file: service,
        text: " && ledger.health().state === 'ok'",
        becomes: '',
        tests: [endTest],
      },
      {
        breaks: 'an event waits for what a stopped agent leaves to others',
        file: service,
        text: 'if (!runner.mayAcquire()) return true',
        becomes: 'if (!window.isOpen()) return true',
        tests: [endTest],
      },
      {
        breaks: 'an event waits for a stage that is stuck',
        file: service,
        text: '      runner.isStuck(known.key) ||\n',
        becomes: '',
        tests: [endTest],
      },
      {
        breaks: 'a lease of its own is taken up between events, in vain and again',
        file: 'src/registry/unused.ts',
        text: '!runner.mayAcquire()',
        becomes: 'runner.isStopped()',
        tests: [betweenTest],
      },
      {
        breaks: 'nobody is signed in for a worker that was woken this moment',
        file: 'src/registry/targets.ts',
        text: 'found.known ? null : accounts.untilKnown()',
        becomes: 'null as Promise<void> | null',
        tests: [betweenTest],
      },
      {
        breaks: 'an event cuts a back-off short',
        file: 'src/model/choose-due.ts',
        text: "signal === 'event' ? wait.reason === 'offline' : signal !== 'time'",
        becomes: "signal !== 'time'",
        tests: [servingTest, 'test/model/choose-due.test.ts'],
      },
      {
        breaks: 'a sync event is done although something is left',
        file: events,
        text: '    if (isLeft)\n      throw',
        becomes: '    if (!isLeft)\n      throw',
        tests: [eventsTest],
      },
      {
        breaks: 'events of another tag are taken for its own',
        file: events,
        text: 'if (event.tag === tag) event.waitUntil(onSync(agent))',
        becomes: 'event.waitUntil(onSync(agent))',
        tests: [eventsTest],
      },
      {
        breaks: 'the news of a push message are nothing new to a run',
        file: events,
        text: "every('push', 'news', scopes)",
        becomes: "every('push', 'nothing', scopes)",
        tests: [eventsTest],
      },
      {
        breaks: 'a page does not ask for what it put off',
        file: 'src/registry/wake-requests.ts',
        text: "if (!known || leftOf(known) !== 'waits') return",
        becomes: "if (!known || leftOf(known) === 'waits') return",
        tests: [wakeTest],
      },
      {
        breaks: 'a page asks anew at each failure of a run',
        file: 'src/registry/wake-requests.ts',
        text: '      if (asked.get(key) === runId) return\n',
        becomes: '',
        tests: [wakeTest],
      },
      {
        breaks: 'a page that is hidden leaves what is under way to nobody',
        file: 'src/registry/wake-requests.ts',
        text: 'if ([...mirror.keys()].some(known => leftOf(known) !== null)) ask()',
        becomes: 'return',
        tests: [wakeTest],
      },
      {
        breaks: 'a wait for a sign-in keeps the browser busy',
        file: left,
        text: "return run.wait.reason === 'auth' ? null : 'waits'",
        becomes: "return 'waits'",
        tests: [leftTest, wakeTest],
      },
      {
        breaks: 'a sync event puts a debounce further off',
        file: service,
        text: 'isLeft(known) && !waitsForItsDate(known.record, clock.now())',
        becomes: 'isLeft(known)',
        tests: [endTest],
      },
      {
        breaks: 'what is due passes for what waits for its date',
        file: left,
        text: '(record?.deferred?.dueAt ?? 0) > now',
        becomes: '(record?.deferred?.dueAt ?? 0) > 0',
        tests: [leftTest],
      },
      {
        breaks: 'so does a run that an event may go on with',
        file: left,
        text: 'return !record?.run && ',
        becomes: 'return ',
        tests: [leftTest],
      },
    ],
  },
}
