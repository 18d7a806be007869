/** A sync button in Angular, without zones. Its templates are compiled in the browser, so that it needs no build of its own. */
import '@angular/compiler'
import { provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { registry } from '../sync.ts'
import { SyncButton } from './sync-button.ts'

await bootstrapApplication(SyncButton, { providers: [provideZonelessChangeDetection()] })
await registry.signIn('ada')
