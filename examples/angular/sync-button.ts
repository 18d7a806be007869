/** A button that says what its task does, whoever started it. */
import { Component, computed } from '@angular/core'
import { toSignal } from '@angular/core/rxjs-interop'
import { noteSync, registry } from '../sync.ts'
import { labelOf, lineOf } from '../words.ts'

@Component({
  selector: 'sync-button',
  template: `
    <section>
      <button (click)="trigger()">{{ label() }}</button>
      @if (view().actions.includes('cancel')) {
        <button class="quiet" (click)="cancel()">Cancel</button>
      }
      @if (view().running?.progress; as progress) {
        <progress aria-label="Pages" [value]="progress.done" [max]="progress.total"></progress>
      }
      <p role="status">{{ line() }}</p>
    </section>
  `,
})
export class SyncButton {
  protected readonly view = toSignal(registry.watch(noteSync), { requireSync: true })
  protected readonly label = computed(() => labelOf(this.view()))
  protected readonly line = computed(() => lineOf(this.view()))
  protected readonly trigger = () => registry.trigger(noteSync)
  protected readonly cancel = () => registry.cancel(noteSync)
}
