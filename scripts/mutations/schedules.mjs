// The rules of schedules and of foreground triggers.

const schedule = 'src/model/schedule.ts'
const calendar = 'src/model/cron-calendar.ts'
const jitter = 'src/model/schedule-jitter.ts'
const arming = 'src/model/schedule-arming.ts'
const scheduleTest = 'test/model/schedule.test.ts'
const calendarTest = 'test/model/cron-calendar.test.ts'
const jitterTest = 'test/model/schedule-jitter.test.ts'
const armingTest = 'test/model/schedule-arming.test.ts'
const dstTest = 'test/model/cron-dst.test.ts'
const decideTest = 'test/model/decide-trigger.test.ts'
const tableTest = 'test/model/trigger-table.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const scheduleRules = {
  H1: {
    words:
      'every(ms) counts from its first arming on this device; cron is that of the wall clock, with a fixed jitter',
    mutants: [
      {
        breaks: 'an instant that a library names again is served again',
        file: calendar,
        text: 'if (found > at) return found\n',
        becomes: 'return found\n',
        tests: [calendarTest],
      },
      {
        breaks: 'what was found at one place counts at another',
        file: calendar,
        text: 'return place === clock.placeAt(from)',
        becomes: 'return true',
        tests: [calendarTest],
      },
      {
        breaks: 'a gap that no instant begins passes for a period',
        file: calendar,
        text: 'if (remembered?.isPeriod) return remembered',
        becomes: 'if (remembered) return remembered',
        tests: [calendarTest],
      },
      {
        breaks: 'all devices ask in the same instant',
        file: jitter,
        text: 'Math.floor(fractionOf(anchorAt) * mostMs)',
        becomes: '0',
        tests: [jitterTest],
      },
      {
        breaks: 'the jitter is longer than the period allows',
        file: jitter,
        text: 'Math.min(jitterAtMostMs, partOfPeriod * periodMs)',
        becomes: 'jitterAtMostMs',
        tests: [jitterTest],
      },
      {
        breaks: 'a slot is due before its jitter is over',
        file: schedule,
        text: 'if (latest === null || dueAt <= now)',
        becomes: 'if (latest === null || latest <= now)',
        tests: [jitterTest],
      },
      {
        breaks: 'a slot that waits holds up those that were missed before it',
        file: schedule,
        text: 'const before = calendar.latest(anchorAt, latest - 1)',
        becomes: 'const before = null as number | null',
        tests: [jitterTest],
      },
      {
        breaks: 'all devices fire at the same instants',
        file: schedule,
        text: 'anchorAt + Math.floor((at - anchorAt) / periodMs) * periodMs',
        becomes: 'Math.floor(at / periodMs) * periodMs',
        tests: [scheduleTest],
      },
      {
        breaks: 'the next instant is the present one',
        file: schedule,
        text: '(Math.floor((at - anchorAt) / periodMs) + 1) * periodMs',
        becomes: 'Math.floor((at - anchorAt) / periodMs) * periodMs',
        tests: [scheduleTest],
      },
      {
        breaks: 'two tabs that arm first run the first slot twice',
        file: 'src/model/trigger-table.ts',
        text: '(slot.at <= known.lastSlot || slot.anchorAt !== known.anchorAt)',
        becomes: '(slot.at <= known.lastSlot)',
        tests: [decideTest],
      },
    ],
  },
  H2: {
    words: 'a slot is served once; lastSlot only grows, in the transaction that decides',
    mutants: [
      {
        breaks: 'a slot is served by every tab',
        file: 'src/model/trigger-table.ts',
        text: '(slot.at <= known.lastSlot || ',
        becomes: '(slot.at < known.lastSlot || ',
        tests: [tableTest, decideTest],
      },
      {
        breaks: 'serving a slot is not written down',
        file: 'src/model/decide-trigger.ts',
        text: 'anchorAt: slot.anchorAt, lastSlot: slot.at },',
        becomes: 'anchorAt: slot.anchorAt, lastSlot: slot.anchorAt },',
        tests: [decideTest],
      },
      {
        breaks: 'a slot that is left counts as served',
        file: 'src/model/decide-trigger.ts',
        text: "slot && effective.effect !== 'leave' && ",
        becomes: 'slot && ',
        tests: [decideTest],
      },
      {
        breaks: "a slot of 'all' joins a run",
        file: 'src/model/trigger-table.ts',
        text: "if (slot?.queues && run) return { effect: 'leave', reason: 'slot-queued' }",
        becomes: '',
        tests: [decideTest, tableTest],
      },
      {
        breaks: 'a run does not know its slot',
        file: 'src/model/pending.ts',
        text: 'scheduledAt: request.slot?.at ?? null,',
        becomes: 'scheduledAt: null,',
        tests: ['test/model/pending.test.ts', 'test/model/acquire.test.ts', decideTest],
      },
      {
        breaks: 'a clock set back by an hour repeats a slot',
        file: schedule,
        text: 'const done = Math.max(slot.lastSlot, floor)\n',
        becomes: 'const done = Math.max(Math.min(slot.lastSlot, now - 1), floor)\n',
        tests: [scheduleTest],
      },
      {
        breaks: 'the slot before one that waits is served again',
        file: schedule,
        text: 'if (latest === null || latest <= done) return look',
        becomes: 'if (latest === null) return look',
        tests: [jitterTest],
      },
      {
        breaks: 'a slot that comes due during a run of the only tab starts one more',
        file: 'src/registry/due-work.ts',
        text: 'if (!target || runner.isStuck(key)) return noWork',
        becomes: 'if (!target || runner.isStuck(key) || runner.holding(key)) return noWork',
        tests: ['test/simulator/one-run.test.ts'],
      },
    ],
  },
  H3: {
    words: 'one timer per agent, only while something is pending',
    mutants: [
      {
        breaks: 'an idle agent has a timer',
        file: 'src/registry/agenda.ts',
        text: 'setTimer(pending ? Math.min(at, now + lookAtLeastMs) : null, now)',
        becomes: 'setTimer(Math.min(at, now + lookAtLeastMs), now)',
        tests: ['test/simulator/counts.test.ts'],
      },
      {
        breaks: 'a retry that is due is not looked for',
        file: 'src/registry/agenda.ts',
        text: "      timer = null\n      look('time')\n",
        becomes: '      timer = null\n',
        tests: ['test/simulator/retry.test.ts'],
      },
      {
        breaks: 'a schedule that is named like what every object has never runs',
        file: 'src/model/slot.ts',
        text: 'Object.hasOwn(slots, id) ? slots[id] : undefined',
        becomes: 'slots[id]',
        tests: ['test/registry/wrong-input.test.ts'],
        hangs: true,
      },
      {
        breaks: 'a slot that would be left costs a transaction at each look',
        file: 'src/registry/due-work.ts',
        text: 'if (slot && mayQueue && !isLeft(target, current, slot, facts, now))',
        becomes: 'if (slot && mayQueue)',
        tests: ['test/registry/storms.test.ts'],
        hangs: true,
      },
    ],
  },
  H4: {
    words: 'first arming has no past; missed slots are caught up as the task says',
    mutants: [
      {
        breaks: 'a schedule is not due when it is first armed',
        file: schedule,
        text: 'isAnchored: true,',
        becomes: 'isAnchored: false,',
        tests: [scheduleTest],
      },
      {
        breaks: 'cron is due when it is first armed',
        file: schedule,
        text: 'const due = isAnchored ? slotAt(calendar, now, now) : null',
        becomes: 'const due = slotAt(calendar, now, now)',
        tests: [scheduleTest],
      },
      {
        breaks: 'the arming of cron is not written down: it is never due',
        file: arming,
        text: 'if (begun.length === 0) return { result }',
        becomes: 'return { result }',
        tests: [armingTest],
      },
      {
        breaks: 'arming again forgets the last slot',
        file: arming,
        text: 'beginsAnew(schedule, slotOf(record, schedule.id) ?? null, now),',
        becomes: 'beginsAnew(schedule, null, now),',
        tests: [armingTest],
      },
      {
        breaks: 'a schedule that a wrong clock dated begins anew without a word',
        file: arming,
        text: 'begun.some(({ id }) => slotOf(record, id) !== undefined)',
        becomes: 'begun.some(({ id }) => slotOf(record, id) === null)',
        tests: [armingTest],
      },
      {
        breaks: 'a schedule that is a period and a day ahead waits for years',
        file: schedule,
        text: 'return isSlotFromFuture(slot, calendar.periodMs(anchorAt, calendar.next(anchorAt, now)), now)',
        becomes: 'return false',
        tests: [scheduleTest, armingTest],
      },
      {
        breaks: 'slots from before the sign-in are due',
        file: schedule,
        text: 'const done = Math.max(slot.lastSlot, floor)\n',
        becomes: 'const done = slot.lastSlot\n',
        tests: [scheduleTest],
      },
      {
        breaks: 'a sign-in does not set that floor',
        file: 'src/model/account.ts',
        text: 'signedInAt: before.signedIn ? before.signedInAt : now,',
        becomes: 'signedInAt: before.signedInAt,',
        tests: ['test/model/account.test.ts'],
      },
      {
        breaks: 'a page load sets it, too',
        file: 'src/model/account.ts',
        text: 'signedInAt: before.signedIn ? before.signedInAt : now,',
        becomes: 'signedInAt: now,',
        tests: ['test/model/account.test.ts'],
      },
      {
        breaks: "'skip' catches up",
        file: schedule,
        text: "const late = missed === 'skip' && now - dueAt > punctualMs",
        becomes: 'const late = now < dueAt',
        tests: [scheduleTest],
      },
      {
        breaks: "'all' serves the newest first",
        file: schedule,
        text: 'const oldest = backlog[isTooLong ? 1 : 0]',
        becomes: 'const oldest = backlog.at(-1)',
        tests: [scheduleTest],
      },
      {
        breaks: "'all' serves a backlog without an end",
        file: schedule,
        text: 'export const backlogKept = 10',
        becomes: 'export const backlogKept = 20',
        tests: [scheduleTest],
      },
      {
        breaks: 'slots that are passed over are not recorded',
        file: 'src/model/decide-trigger.ts',
        text: 'served && slot.passedOver > 0 ? missedSlots(request, slot.passedOver, facts, now) : null',
        becomes: 'null',
        tests: [decideTest],
      },
    ],
  },
  H5: {
    words: 'cron keeps its wall-clock times over changes of summer time',
    mutants: [
      {
        breaks: 'the zone is not that of the schedule',
        file: 'src/trigger/cron.ts',
        text: 'const instants = instantsOf(pattern, timeZone)',
        becomes: "const instants = instantsOf(pattern, 'UTC')",
        tests: [dstTest],
      },
      {
        breaks: 'what comes twice an hour skips the hour that comes twice',
        file: calendar,
        text: 'const found = clock.after(step)',
        becomes: 'const found = clock.after(step + 45 * 60_000)',
        tests: [dstTest],
      },
    ],
  },
  H6: {
    words: 'foreground() fires once for each return, and when armed in a visible page',
    mutants: [
      {
        breaks: 'it does not fire when armed',
        file: 'src/trigger/foreground.ts',
        text: "      onReturn('visible')\n",
        becomes: '',
        tests: ['test/trigger/foreground.test.ts'],
      },
      {
        breaks: 'one return fires for each of its signals',
        file: 'src/trigger/foreground.ts',
        text: ' || now - firedAt < sameReturnMs) return',
        becomes: ') return',
        tests: ['test/trigger/foreground.test.ts', 'test/simulator/one-run.test.ts'],
      },
      {
        breaks: 'it fires in a hidden page',
        file: 'src/trigger/foreground.ts',
        text: 'if (!environment.isVisible() || now',
        becomes: 'if (now',
        tests: ['test/trigger/foreground.test.ts'],
      },
      {
        breaks: 'focus alone is a return',
        file: 'src/trigger/foreground.ts',
        text: "if (signal === 'focus' && !wasAway) return",
        becomes: '',
        tests: ['test/trigger/foreground.test.ts'],
      },
      {
        breaks: 'it goes on after it was disarmed',
        file: 'src/trigger/foreground.ts',
        text: 'for (const stop of stops) stop()',
        becomes: 'stops.length = 0',
        tests: ['test/trigger/foreground.test.ts'],
      },
    ],
  },
}
