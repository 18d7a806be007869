/** How is one course added, changed or deleted? */
import type { Edits } from '../data/edits.ts'
import type { Course } from '../data/rows.ts'
import { button, el } from './dom.ts'

/** Opens the form as a dialog; `null` adds a course. */
export function openCourseForm(edits: Edits, course: Course | null): void {
  const title = el('input', { name: 'title', required: true, maxlength: 200, autocomplete: 'off' })
  const body = el('textarea', { name: 'body', rows: 5, maxlength: 20_000 })
  title.value = course?.title ?? ''
  body.value = course?.body ?? ''

  const form = el(
    'form',
    { method: 'dialog', onsubmit: () => void save() },
    el('h2', { id: 'course-form-title' }, course ? 'Edit course' : 'Add course'),
    el('label', { class: 'field' }, 'Title', title),
    el('label', { class: 'field' }, 'Notes', body),
    el(
      'div',
      { class: 'form-actions' },
      course && button('Delete', () => remove(course), { class: 'button button-danger' }),
      el('span', { class: 'grow' }),
      button('Close', () => dialog.close(), { class: 'button button-quiet' }),
      el('button', { class: 'button button-main' }, 'Save'),
    ),
  )
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'course-form-title', onclose: () => dialog.remove() },
    form,
  )

  async function save(): Promise<void> {
    const changed = { title: title.value.trim(), body: body.value }
    await edits.putCourse({ done: false, ...course, ...changed })
  }

  function remove({ id }: Course): void {
    dialog.close()
    void edits.deleteCourse(id)
  }

  document.body.append(dialog)
  dialog.showModal()
}
