/** How is a browser asked for events of a service worker? The parts of the platform that no library types. */

/** Of `ServiceWorkerRegistration`, what wakes its worker; `undefined` where the browser has none of it. */
export interface WakeableRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
  readonly periodicSync?: {
    register(tag: string, options: { readonly minInterval: number }): Promise<void>
  }
}

/** The tag of a registry's events, the same in its pages and its worker. */
export function tagOf(name: string): string {
  return `leasehold:${name}`
}

/** Whether the person, or the browser for them, said no. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}
