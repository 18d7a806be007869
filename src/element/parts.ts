/** What is in the shadow tree of the sync button, and how do words get there? */
import type { Progress } from '../model/run.ts'
import { adoptStyle } from './adopt-style.ts'
import { style } from './style.ts'
import type { SyncWords } from './sync-words.ts'

/** The shadow tree of one element. */
export interface Parts {
  readonly button: HTMLButtonElement
  readonly cancel: HTMLButtonElement
  show(words: SyncWords, shown: Shown): void
  /** Shows the answer to a press; an empty one takes the last away. */
  answer(text: string): void
  /** Tells something to a person who does not look. */
  tell(text: string): void
}

/** What is shown besides the words. */
export interface Shown {
  readonly progress: Pick<Progress, 'done' | 'total'> | null
  readonly progressLabel: string
  readonly separator: string
  /** Origins are shown. */
  readonly isDetailed: boolean
}

const arrows = 'M20 11a8 8 0 0 0-14.3-4.2L3.5 9m0-5v5h5M4 13a8 8 0 0 0 14.3 4.2l2.2-2.2m0 5v-5h-5'

/** Builds it in `root`. */
export function createParts(root: ShadowRoot): Parts {
  adoptStyle(root, style)
  const label = make('span', 'label')
  const button = make('button', 'button', drawIcon(arrows), label)
  const fill = make('div', 'progress-fill')
  const bar = make('div', 'progress', fill)
  const cancel = make('button', 'cancel')
  const headline = make('p', 'headline')
  const facts = make('p', 'facts')
  const origins = make('p', 'origins')
  const answer = make('p', 'answer')
  const live = make('div', 'live')
  const row = make('div', 'row', make('div', 'main', button, bar), cancel)
  const frame = make('div', 'frame', row, make('div', 'status', headline, facts, origins, answer))
  root.append(frame, live)

  headline.id = 'headline'
  facts.id = 'facts'
  button.setAttribute('aria-describedby', 'headline facts')
  bar.setAttribute('role', 'progressbar')
  // It is there before anything is told: what comes together with its text is not read out.
  live.setAttribute('role', 'status')

  function showProgress({ progress, progressLabel }: Shown): void {
    const { done = null, total = null } = progress ?? {}
    const isKnown = done !== null && total !== null && total > 0
    bar.hidden = !isKnown
    if (!isKnown) return
    const value = Math.min(Math.max(done, 0), total)
    bar.setAttribute('aria-label', progressLabel)
    bar.setAttribute('aria-valuemax', String(total))
    bar.setAttribute('aria-valuenow', String(value))
    fill.style.inlineSize = `${(100 * value) / total}%`
  }

  return {
    button,
    cancel,
    show(words, shown) {
      const { separator } = shown
      frame.className = `frame ${words.tone} ${words.button.action}`
      setPieces(label, words.button.words, separator)
      // Not `disabled`: that would take the focus away from whoever just pressed it.
      button.setAttribute('aria-disabled', String(words.button.action === 'none'))
      setPieces(headline, words.headline, separator)
      setPieces(facts, words.facts, separator)
      setPieces(origins, shown.isDetailed ? words.origins : [], separator)
      // Whoever cancelled by keyboard must not lose their place with the button.
      if (words.cancel === null && root.activeElement === cancel) button.focus()
      cancel.hidden = words.cancel === null
      cancel.textContent = words.cancel
      showProgress(shown)
    },
    answer: text => setPieces(answer, text === '' ? [] : [text], ''),
    tell(text) {
      live.textContent = text
    },
  }
}

/** An element whose class and `part` are `name`. */
function make<Tag extends 'button' | 'div' | 'p' | 'span'>(
  tag: Tag,
  name: string,
  ...children: readonly Element[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = name
  element.part.add(name)
  element.append(...children)
  return element
}

function drawIcon(path: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(space, 'svg')
  const attributes = { class: 'icon', part: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, value)
  const line = document.createElementNS(space, 'path')
  line.setAttribute('d', path)
  drawing.append(line)
  return drawing
}

/** Each piece has a direction of its own: a name of the app's beside a word of another script. */
function setPieces(element: HTMLElement, pieces: readonly string[], separator: string): void {
  if (element.textContent === pieces.join(separator)) return
  element.replaceChildren(
    ...pieces.map((piece, at) => {
      const isolated = document.createElement('bdi')
      isolated.textContent = piece
      // It stands in the room before its piece: where a line begins with that, it is out of sight.
      const mark = document.createElement('i')
      mark.textContent = at > 0 ? separator : ''
      const unit = document.createElement('span')
      unit.append(mark, isolated)
      return unit
    }),
  )
}
