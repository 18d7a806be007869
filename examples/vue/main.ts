/** A sync button in Vue. */
import { createApp } from 'vue'
import { registryKey } from 'leasehold/vue'
import { registry } from '../sync.ts'
import SyncButton from './SyncButton.vue'

createApp(SyncButton).provide(registryKey, registry).mount('#app')
await registry.signIn('ada')
