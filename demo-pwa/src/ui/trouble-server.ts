/** Which trouble can the server make? */
import { describeError } from 'leasehold/element'
import { catchError, EMPTY, exhaustMap, from, merge, type Observable, Subject } from 'rxjs'
import {
  changeTrouble,
  expireSession,
  readTrouble,
  type TroubleChange,
  type TroubleView,
} from '../server/desk.ts'
import { button, el, setHidden, setText } from './dom.ts'
import type { Screen } from './screen.ts'
import { createSwitch } from './switch.ts'
import { whileShown } from './while-shown.ts'

const slowMs = 1_500

/** The switches of the server, which any tab may have set. */
export function createServerTrouble({ account, ended }: Screen): HTMLElement {
  const acted = new Subject<void>()
  const state = el('p', { class: 'sync-answer', role: 'status' })

  function act(work: Promise<void>): void {
    work.catch(() => undefined).finally(() => acted.next())
  }
  const change = (wanted: TroubleChange) => act(changeTrouble(account, wanted))
  const fail = (label: string, failure: { status: number; retryAfterS?: number }) =>
    button(label, () => change({ failNext: { ...failure, count: 3 } }), { class: 'button' })

  const failing = fail('Fail 3 × with 500', { status: 500 })
  const relent = button('No more failures', () => change({ failNext: null }), {
    class: 'button',
    hidden: true,
  })
  const slow = createSwitch(
    'Slow server',
    'Every answer takes 1.5 s: time to see a sync in two tabs.',
    on => change({ delayMs: on ? slowMs : 0 }),
  )
  const expired = createSwitch(
    'Session expired',
    'It answers 401 until somebody signs in again.',
    on => act(expireSession(on ? account : null)),
  )
  const hold = createSwitch(
    'Answers kept back',
    'Edits reach the server, and nobody hears of it.',
    on => change({ holdAfterApply: on }),
  )
  const switches = el('section', {}, el('h3', {}, 'Server'))
  switches.append(
    slow.element,
    expired.element,
    hold.element,
    el(
      'div',
      { class: 'button-row' },
      failing,
      fail('Fail 3 × with 503, wait 10\u00A0s', { status: 503, retryAfterS: 10 }),
    ),
    el('div', { class: 'told' }, state, relent),
  )

  function explain(error: Error): Observable<never> {
    setText(state, `${describeError(error)}.`)
    return EMPTY
  }

  function render({ delayMs, expired: isExpired, holdAfterApply, held, failNext }: TroubleView) {
    slow.set(delayMs > 0)
    expired.set(isExpired)
    hold.set(holdAfterApply)
    const lines = [
      held > 0 ? `${held} ${held === 1 ? 'answer is' : 'answers are'} kept back.` : '',
      failNext
        ? `The next ${failNext.count === 1 ? 'request fails' : `${failNext.count} requests fail`} with ${failNext.status}.`
        : '',
    ]
    setText(state, lines.join(' ').trim())
    setHidden(relent, failNext === null, failing)
  }

  ended.add(
    merge(acted, whileShown(switches, 1_000))
      .pipe(exhaustMap(() => from(readTrouble(account)).pipe(catchError(explain))))
      .subscribe(render),
  )
  return switches
}
