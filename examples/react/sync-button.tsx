/** A button that says what its task does, whoever started it. */
import type { JSX } from 'react'
import { useTask } from 'leasehold/react'
import { noteSync } from '../sync.ts'
import { labelOf, lineOf } from '../words.ts'

export function SyncButton(): JSX.Element {
  const { view, trigger, cancel } = useTask(noteSync)
  const progress = view.running?.progress
  return (
    <section>
      <button onClick={() => trigger()}>{labelOf(view)}</button>
      {view.actions.includes('cancel') && (
        <button className="quiet" onClick={() => cancel()}>
          Cancel
        </button>
      )}
      {progress && (
        <progress
          aria-label="Pages"
          value={progress.done ?? undefined}
          max={progress.total ?? undefined}
        />
      )}
      <p role="status">{lineOf(view)}</p>
    </section>
  )
}
