/** Which rows of a table are in the document, and what is in their cells? */
import { h, putInOrder, setAttribute } from './dom.ts'

/** One column. */
export interface Column<Row> {
  /** Names the cell's class. */
  readonly name: string
  readonly label: string
  /** Shows the row in its cell; is called again with later states of the same row. */
  fill(cell: HTMLElement, row: Row): void
}

/** A row that is to be in the document. */
export interface Placed<Row> {
  readonly id: string
  readonly row: Row
  /** Among all rows. */
  readonly index: number
  /** Where it begins, px. */
  readonly start: number
  /** How high it is, px. */
  readonly size: number
}

/** Which of them the focus goes to, and which one was chosen. */
export interface Marked {
  readonly active: number
  readonly chosen: string | null
}

/** The rows in the document. */
export interface GridRows<Row> {
  /** Makes them those that are placed, in their order: who reads the page aloud follows it. */
  show(placed: readonly Placed<Row>[], marked: Marked): void
  element(id: string): HTMLElement | null
}

interface Shown<Row> {
  readonly element: HTMLElement
  readonly cells: readonly HTMLElement[]
  row: Row | null
}

/** Makes them; `body` is theirs alone. */
export function createGridRows<Row>(
  body: HTMLElement,
  columns: readonly Column<Row>[],
): GridRows<Row> {
  const shown = new Map<string, Shown<Row>>()
  /** Rows out of sight, to be filled anew. */
  const spare: Shown<Row>[] = []

  function make(): Shown<Row> {
    const cells = columns.map(column => h('span', { role: 'gridcell', class: column.name }))
    return { element: h('div', { role: 'row', class: 'row' }, ...cells), cells, row: null }
  }

  function fill(each: Shown<Row>, placed: Placed<Row>, { active, chosen }: Marked): void {
    const { element, cells } = each
    const { id, row, index, start, size } = placed
    setAttribute(element, 'data-id', id)
    element.style.transform = `translateY(${start}px)`
    element.style.height = `${size}px`
    setAttribute(element, 'aria-rowindex', index + 2)
    setAttribute(element, 'tabindex', index === active ? 0 : -1)
    setAttribute(element, 'aria-selected', String(id === chosen))
    if (each.row === row) return
    each.row = row
    for (const [i, column] of columns.entries()) {
      const cell = cells[i]
      if (cell) column.fill(cell, row)
    }
  }

  return {
    show(placed, marked) {
      const wanted = new Set(placed.map(({ id }) => id))
      for (const [id, gone] of shown) {
        if (wanted.has(id)) continue
        shown.delete(id)
        gone.element.remove()
        gone.row = null
        spare.push(gone)
      }
      const elements = placed
        .toSorted((a, b) => a.index - b.index)
        .map(each => {
          const child = shown.get(each.id) ?? spare.pop() ?? make()
          shown.set(each.id, child)
          fill(child, each, marked)
          return child.element
        })
      putInOrder(body, elements)
    },
    element: id => shown.get(id)?.element ?? null,
  }
}
