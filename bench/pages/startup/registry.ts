/** What does an app's page do before it can show a task? */
import { createTaskRegistry, defineTask, type StoreFactory } from 'leasehold'

/** Makes a registry, signs in; answers how the first view is waited for. */
export async function openRegistry(
  name: string,
  store?: StoreFactory,
): Promise<() => Promise<void>> {
  const task = defineTask({ scope: 'work', run: () => undefined })
  const registry = createTaskRegistry({ name, tasks: [task], ...(store ? { store } : {}) })
  await registry.signIn('u1')
  return () =>
    new Promise(resolve => {
      registry.watch(task).subscribe(({ status }) => {
        if (status !== 'loading') resolve()
      })
    })
}
