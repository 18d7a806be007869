/** A sync button in React. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RegistryProvider } from 'leasehold/react'
import { registry } from '../sync.ts'
import { SyncButton } from './sync-button.tsx'

createRoot(document.querySelector('#app') as HTMLElement).render(
  <StrictMode>
    <RegistryProvider registry={registry}>
      <SyncButton />
    </RegistryProvider>
  </StrictMode>,
)
await registry.signIn('ada')
