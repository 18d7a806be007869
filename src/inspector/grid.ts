/** A table of any length, of which only the rows in sight are in the document; arrow keys move in it. */
import { type VirtualItem, Virtualizer } from '@tanstack/virtual-core'
import { focusedIn, h, setAttribute } from './dom.ts'
import { rowOfKey } from './grid-keys.ts'
import { type Column, createGridRows, type Placed } from './grid-rows.ts'

/** What a table shows, and how. */
export interface GridOptions<Row> {
  /** Names the table's class. */
  readonly name: string
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** What is said when there is no row. */
  readonly empty: string
  idOf(row: Row): string
  /** A row was chosen, by click, Enter or the space bar. */
  onChoose(row: Row): void
}

/** A table in the document. */
export interface Grid<Row> {
  readonly element: HTMLElement
  update(rows: readonly Row[]): void
  /** Marks the row as the one whose details are shown. */
  choose(id: string | null): void
  /** Begins to follow scrolling and size. */
  mount(): void
  unmount(): void
}

/** Heights of rows, px: of one line, and of cards where there is little room. */
const lineHeight = 32
const cardHeight = 82
const headHeight = 30
/** Less is little room, px. */
const narrowWidth = 640

/** Makes it. */
export function createGrid<Row>(options: GridOptions<Row>): Grid<Row> {
  const { name, label, columns, idOf, onChoose } = options
  const head = h(
    'div',
    { class: 'head', role: 'row', 'aria-rowindex': 1 },
    ...columns.map(column => h('span', { role: 'columnheader', class: column.name }, column.label)),
  )
  const body = h('div', { class: 'body', role: 'rowgroup' })
  const empty = h('p', { class: 'empty' }, options.empty)
  const scroller = h(
    'div',
    { class: `grid ${name}`, role: 'grid', 'aria-label': label },
    h('div', { role: 'rowgroup', class: 'heads' }, head),
    body,
  )
  const element = h('div', { class: 'grid-box' }, scroller, empty)
  const shown = createGridRows(body, columns)
  let rows: readonly Row[] = []
  let active = 0
  /** Somebody was in the table: its row with the focus is theirs, wherever it goes. */
  let isEntered = false
  let chosen: string | null = null
  let isNarrow = false
  let stop: (() => void) | null = null

  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    count: 0,
    overscan: 6,
    getScrollElement: () => scroller,
    estimateSize: heightOf,
    // The head stands above the rows in what scrolls.
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: headHeight,
    scrollToFn: (offset, { adjustments = 0 }) => scroller.scrollTo(0, offset + adjustments),
    // The library's own wait for the end of a scroll, too, which nothing here asks for.
    observeElementRect: (_, tell) => {
      const observer = new ResizeObserver(() => {
        const { clientWidth: width, clientHeight: height } = scroller
        tell({ width, height })
        if (width < narrowWidth === isNarrow) return
        isNarrow = !isNarrow
        setAttribute(scroller, 'data-narrow', isNarrow)
        virtualizer.measure()
      })
      observer.observe(scroller)
      return () => observer.disconnect()
    },
    observeElementOffset: (_, tell) => {
      const onScroll = (): void => tell(scroller.scrollTop, false)
      scroller.addEventListener('scroll', onScroll, { passive: true })
      return () => scroller.removeEventListener('scroll', onScroll)
    },
    onChange: render,
  })
  function follow(): void {
    // oxlint-disable-next-line no-underscore-dangle -- its own adapters for frameworks call it so
    virtualizer._willUpdate()
  }

  function heightOf(): number {
    return isNarrow ? cardHeight : lineHeight
  }

  function render(): void {
    const items: Pick<VirtualItem, 'index' | 'start' | 'size'>[] = [
      ...virtualizer.getVirtualItems(),
    ]
    const size = heightOf()
    // The row with the focus stays, wherever it is scrolled to.
    if (items.every(({ index }) => index !== active))
      items.push({ index: active, start: active * size, size })
    body.style.height = `${virtualizer.getTotalSize()}px`
    const placed = items.flatMap(({ index, start, size }): readonly Placed<Row>[] => {
      const row = rows[index]
      return row === undefined ? [] : [{ id: idOf(row), row, index, start, size }]
    })
    shown.show(placed, { active, chosen })
  }

  function focusActive(): void {
    const row = rows[active]
    if (row !== undefined) shown.element(idOf(row))?.focus({ preventScroll: true })
  }

  function goTo(index: number): void {
    active = index
    virtualizer.scrollToIndex(active)
    render()
    focusActive()
  }

  function rowOf(event: Event): number {
    const line = (event.target as Element).closest<HTMLElement>('.row')
    return line ? rows.findIndex(row => idOf(row) === line.dataset['id']) : -1
  }

  scroller.addEventListener('focusin', event => {
    const index = rowOf(event)
    isEntered = true
    if (index < 0 || index === active) return
    active = index
    render()
  })
  scroller.addEventListener('click', event => {
    const row = rows[rowOf(event)]
    if (row !== undefined) onChoose(row)
  })
  scroller.addEventListener('keydown', event => {
    const index = rowOf(event)
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(scroller.clientHeight / heightOf()) - 1)
    const next = rowOfKey(event.key, index, rows.length, page)
    const row = rows[index]
    if (next !== null) goTo(next)
    else if ((event.key === 'Enter' || event.key === ' ') && row !== undefined) onChoose(row)
    else return
    event.preventDefault()
  })

  return {
    element,
    update(next) {
      const hadFocus = focusedIn(body) !== null
      const row = isEntered ? rows[active] : undefined
      const id = row === undefined ? null : idOf(row)
      rows = next
      // The focus stays with its row, wherever that is now, and goes to the next one when that is gone.
      const moved = id === null ? -1 : rows.findIndex(each => idOf(each) === id)
      active = moved >= 0 ? moved : Math.min(active, Math.max(0, rows.length - 1))
      setAttribute(scroller, 'aria-rowcount', rows.length + 1)
      setAttribute(scroller, 'hidden', rows.length === 0)
      setAttribute(empty, 'hidden', rows.length > 0)
      virtualizer.setOptions({ ...virtualizer.options, count: rows.length })
      follow()
      render()
      if (hadFocus && focusedIn(body) === null) focusActive()
    },
    choose(id) {
      chosen = id
      render()
    },
    mount() {
      if (stop) return
      // oxlint-disable-next-line no-underscore-dangle -- its own adapters for frameworks call it so
      const leave = virtualizer._didMount()
      follow()
      stop = leave
    },
    unmount() {
      stop?.()
      stop = null
    },
  }
}
