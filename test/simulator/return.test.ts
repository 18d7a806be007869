/** Cases in which work waits while nobody looks, and a page that comes back says so in several ways at once. */
import { defineTask, TaskFailure } from 'leasehold'
import type { SimAgent, World } from 'leasehold/testing'
import { foreground, online } from 'leasehold/triggers'
import { expect, test } from 'vitest'
import { courses, eachSeed, runsOf, setScene } from './support.ts'

/** All that a browser tells a page that is shown again, with the network back. */
function comeBack(world: World, tabs: readonly SimAgent[]): void {
  for (const tab of tabs) {
    world.setOnline(tab, true)
    world.setVisible(tab, true)
    for (const signal of ['focus', 'pageshow', 'resume'] as const) world.signal(tab, signal)
  }
}

function goAway(world: World, tabs: readonly SimAgent[]): void {
  for (const tab of tabs) {
    world.setOnline(tab, false)
    world.setVisible(tab, false)
  }
}

test('C02 a run that waits for the network goes on once, though two tabs come back with all signals', async () => {
  await eachSeed(async seed => {
    let calls = 0
    const { world, open } = setScene({
      seed,
      tasks: app => [
        defineTask({
          scope: 'course_sync',
          triggers: [foreground(), online()],
          async run() {
            calls++
            if (calls === 1) throw new TaskFailure('offline', 'there is no network')
            // Long enough for every signal to come while it runs.
            await new Promise<void>(resolve => app.clock.setTimer(2_000, resolve))
          },
        }),
      ],
    })
    const tabs = [await open('a'), await open('b')]
    goAway(world, tabs)
    await world.pass(60_000)
    expect(world.record(courses)?.run?.wait).toMatchObject({ reason: 'offline' })
    comeBack(world, tabs)
    await world.pass(60_000)
    expect(calls).toBe(2)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 0 }])
  })
})

test('C02 what stood paused is resumed once, though two tabs resume it and come back with all signals', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed, triggers: [foreground(), online()] })
    const tabs = [await open('a'), await open('b')]
    await world.pass(60_000)
    for (const tab of tabs) await world.act(tab, 'pause', registry => registry.pause(courses))
    await world.settle()
    const edit = sync.addEdit('u1')
    const before = runsOf(world).length
    for (const tab of tabs) await world.trigger(tab, courses, { source: 'change', brings: 'news' })
    await world.settle()
    expect(world.record(courses)?.deferred).toMatchObject({ reason: 'paused' })
    goAway(world, tabs)
    await world.pass(60_000)
    expect(sync.applied.has(edit.id)).toBe(false)
    for (const tab of tabs) await world.act(tab, 'resume', registry => registry.resume(courses))
    comeBack(world, tabs)
    await world.pass(60_000)
    expect(runsOf(world).slice(before)).toMatchObject([{ status: 'succeeded' }])
    expect(sync.applied.get(edit.id)).toBe(1)
  })
})
