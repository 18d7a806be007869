/** How are courses listed and edited? */
import { combineLatest } from 'rxjs'
import { live } from '../data/live.ts'
import { pendingRows } from '../data/outbox.ts'
import type { Course } from '../data/rows.ts'
import { openCourseForm } from './course-form.ts'
import { button, el, setText } from './dom.ts'
import { createKeyedList, type ListItem } from './keyed-list.ts'
import type { Screen } from './screen.ts'

interface ShownCourse {
  readonly course: Course
  /** An edit of it is not on the server yet. */
  readonly pending: boolean
}

/** The list of courses with its heading. */
export function createCourses(screen: Screen): HTMLElement {
  const { data, edits, ended } = screen
  const list = el('ul', { class: 'rows', 'aria-label': 'Courses' })
  const count = el('span', { class: 'count' })
  const empty = el('p', { class: 'empty' }, 'No courses on this device yet.')
  const show = createKeyedList<ShownCourse>(
    list,
    ({ course }) => course.id,
    shown => createItem(screen, shown),
  )
  const courses = live(() => data.database.courses.where({ account: data.account }).toArray())
  ended.add(
    combineLatest([courses, pendingRows(data, 'courses')]).subscribe(([all, pending]) => {
      const edited = new Set(pending)
      const sorted = [...all].sort(compareCourses)
      show(sorted.map(course => ({ course, pending: edited.has(course.id) })))
      setText(count, `${all.filter(course => course.done).length} of ${all.length} done`)
      empty.hidden = all.length > 0
    }),
  )
  const add = button('Add course', () => openCourseForm(edits, null), { class: 'button' })
  return el(
    'div',
    {},
    el('div', { class: 'list-head' }, el('h2', {}, 'Courses'), count, add),
    empty,
    list,
  )
}

function createItem({ edits }: Screen, first: ShownCourse): ListItem<ShownCourse> {
  let { course } = first
  const title = el('span', { class: 'row-title' })
  const body = el('span', { class: 'row-body' })
  const mark = el('span', { class: 'row-mark' }, 'not sent yet')
  const tick = el('input', {
    type: 'checkbox',
    onchange: () => void setDone(),
  })
  async function setDone(): Promise<void> {
    const isStored = await edits.putCourse({ ...course, done: tick.checked })
    if (!isStored) tick.checked = course.done
  }
  const open = button('', () => openCourseForm(edits, course), { class: 'row-open' })
  open.append(title, body, mark)
  return {
    element: el('li', { class: 'row' }, el('label', { class: 'row-tick' }, tick), open),
    update(shown) {
      course = shown.course
      setText(title, course.title)
      setText(body, course.body)
      tick.checked = course.done
      tick.setAttribute('aria-label', `${course.title} is done`)
      open.classList.toggle('is-done', course.done)
      mark.hidden = !shown.pending
    },
  }
}

function compareCourses(a: Course, b: Course): number {
  return Number(a.done) - Number(b.done) || b.updatedAt - a.updatedAt || a.id.localeCompare(b.id)
}
