/** How is one course added, changed or deleted? */
import type { Edits } from '../data/edits.ts'
import type { Course } from '../data/rows.ts'
import { button, el, setText } from './dom.ts'

/** Opens the form as a dialog; `null` adds a course. */
export function openCourseForm(edits: Edits, course: Course | null): void {
  const title = el('input', { name: 'title', required: true, maxlength: 200, autocomplete: 'off' })
  const body = el('textarea', { name: 'body', rows: 5, maxlength: 20_000 })
  title.value = course?.title ?? ''
  body.value = course?.body ?? ''
  const keep = el('button', { class: 'button button-main' }, 'Save')
  const said = el('p', { class: 'sync-answer', role: 'status' })

  const form = el(
    'form',
    { onsubmit: event => void save(event) },
    el('h2', { id: 'course-form-title' }, course ? 'Edit course' : 'Add course'),
    el('label', { class: 'field' }, 'Title', title),
    el('label', { class: 'field' }, 'Notes', body),
    said,
    el(
      'div',
      { class: 'form-actions' },
      course && button('Delete', () => remove(course), { class: 'button button-danger' }),
      el('span', { class: 'grow' }),
      button('Close', () => dialog.close(), { class: 'button button-quiet' }),
      keep,
    ),
  )
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'course-form-title', onclose: () => dialog.remove() },
    form,
  )

  async function save(event: Event): Promise<void> {
    event.preventDefault()
    const changed = { title: title.value.trim(), body: body.value }
    // A busy storage takes its time, and every press would be an edit.
    keep.disabled = true
    const isStored = await edits.putCourse({ done: false, ...course, ...changed })
    keep.disabled = false
    if (isStored) dialog.close()
    else setText(said, 'The storage of this browser did not take it. Try again.')
  }

  function remove({ id }: Course): void {
    dialog.close()
    void edits.deleteCourse(id)
  }

  document.body.append(dialog)
  dialog.showModal()
}
