/** A sync button in Svelte. */
import { mount } from 'svelte'
import { registry } from '../sync.ts'
import SyncButton from './SyncButton.svelte'

mount(SyncButton, { target: document.querySelector('#app') as HTMLElement })
await registry.signIn('ada')
