/** How are messages read and written? */
import { combineLatest } from 'rxjs'
import { live } from '../data/live.ts'
import { newestFirst } from '../data/messages.ts'
import { pendingRows } from '../data/outbox.ts'
import type { Message } from '../data/rows.ts'
import { el, setText } from './dom.ts'
import { formatTime } from './format.ts'
import { createKeyedList, type ListItem } from './keyed-list.ts'
import type { Screen } from './screen.ts'

interface ShownMessage {
  readonly message: Message
  /** It is not on the server yet. */
  readonly pending: boolean
}

/** The board: a line to write in, and the messages, the newest first. */
export function createMessages(screen: Screen): HTMLElement {
  const { data, ended, account } = screen
  const list = el('ul', { class: 'rows', 'aria-label': 'Messages' })
  const empty = el('p', { class: 'empty' }, 'No messages on this device yet.')
  const show = createKeyedList<ShownMessage>(
    list,
    ({ message }) => message.id,
    () => createItem(account),
  )
  const messages = live(() => newestFirst(data))
  ended.add(
    combineLatest([messages, pendingRows(data, 'messages')]).subscribe(([all, pending]) => {
      const waiting = new Set(pending)
      show(all.map(message => ({ message, pending: waiting.has(message.id) })))
      empty.hidden = all.length > 0
    }),
  )
  return el(
    'div',
    {},
    el('div', { class: 'list-head' }, el('h2', {}, 'Messages')),
    createComposer(screen),
    empty,
    list,
  )
}

function createComposer({ edits }: Screen): HTMLElement {
  const text = el('input', {
    'aria-label': 'Message',
    placeholder: 'Write a message',
    required: true,
    maxlength: 2_000,
    autocomplete: 'off',
  })
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const written = text.value.trim()
    text.value = ''
    if (written === '') return
    const isStored = await edits.putMessage(written)
    if (!isStored && text.value === '') text.value = written
  }
  return el(
    'form',
    { class: 'composer', onsubmit: event => void send(event) },
    text,
    el('button', { class: 'button' }, 'Send'),
  )
}

function createItem(account: string): ListItem<ShownMessage> {
  const from = el('span', { class: 'message-from' })
  const at = el('span', { class: 'message-at' })
  const text = el('p', { class: 'message-text' })
  const mark = el('span', { class: 'row-mark' }, 'not sent yet')
  const element = el('li', { class: 'message' }, el('div', {}, from, at, mark), text)
  return {
    element,
    update({ message, pending }) {
      setText(from, message.from === account ? 'You' : message.from)
      setText(at, formatTime(message.createdAt, Date.now()))
      setText(text, message.text)
      mark.hidden = !pending
    },
  }
}
