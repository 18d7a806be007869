// The rules of leases: evidence, pings, trust.

const watcher = 'src/lease/watcher.ts'
const keeper = 'src/lease/keeper.ts'
const evidence = 'src/model/evidence.ts'
const watcherTest = 'test/lease/watcher.test.ts'
const evidenceOf = 'test/lease/watcher-evidence.test.ts'
const trust = 'test/registry/trust.test.ts'
const pageCacheTest = 'test/registry/page-cache.test.ts'
const evidenceTest = 'test/model/evidence.test.ts'
const heldLease = 'test/registry/held-lease.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const evidenceRules = {
  L5: {
    words: 'a held lease is taken over on evidence only',
    mutants: [
      {
        breaks: 'E1: a run that nobody holds waits',
        file: 'src/model/choose-due.ts',
        text: "if (run?.state === 'pending') return 'pending'",
        becomes: "if (run?.state === 'pending') return null",
        tests: ['test/model/choose-due.test.ts'],
      },
      {
        breaks: 'E2: the grace of the task is not waited for',
        file: watcher,
        text: 'presence: name }, lock, deps.graceMs)',
        becomes: 'presence: name }, lock, 0)',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'E3: a lease from the future counts as expired',
        file: evidence,
        text: 'return now >= lease.expiresAt && !isFromFuture(lease, now)',
        becomes: 'return now >= lease.expiresAt || isFromFuture(lease, now)',
        tests: [evidenceTest],
      },
      {
        breaks: 'E3: the expiry is not looked at in the transaction',
        file: evidence,
        text: "(evidence.kind !== 'expired' || isExpired(lease, now))",
        becomes: "(evidence.kind === 'expired' || now >= 0)",
        tests: [evidenceTest],
      },
      {
        breaks: 'E3: silence on a channel that never carried the owner is believed',
        file: watcher,
        text: 'if (expired && deps.isProven(lease.agent))',
        becomes: 'if (expired)',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'E3: the ping is not waited for',
        file: watcher,
        text: 'if (now.mono - pinged.at.mono < pingMs) return plan(pingMs - (now.mono - pinged.at.mono))',
        becomes: '',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'E3: no ping is sent',
        file: watcher,
        text: '      deps.ping(lease)\n',
        becomes: '',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'E4: half a ttl of silence is enough',
        file: watcher,
        text: 'const silent = unchangedMs >= lease.ttlMs',
        becomes: 'const silent = unchangedMs >= lease.ttlMs / 2',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'E4: time that we slept counts as watched',
        file: watcher,
        text: 'Math.max(wall, mono) <= awakeGapMs && ',
        becomes: '',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'E4: a clock that jumped counts as time that was watched',
        file: watcher,
        text: ' && Math.abs(wall - mono) <= jumpMs',
        becomes: '',
        tests: [evidenceOf],
      },
    ],
  },
  L6: {
    words: 'evidence names the lease it speaks of, and the transaction compares',
    mutants: [
      {
        breaks: 'evidence of another owner counts',
        file: evidence,
        text: 'lease.owner !== evidence.owner || lease.fence',
        becomes: 'lease.fence',
        tests: [evidenceTest],
      },
      {
        breaks: 'evidence of another fence counts',
        file: evidence,
        text: ' || lease.fence !== evidence.fence) return false',
        becomes: ') return false',
        tests: [evidenceTest],
      },
      {
        breaks: 'a freed lock of an earlier name counts',
        file: evidence,
        text: 'return lease.presence === evidence.presence',
        becomes: 'return true',
        tests: [evidenceTest],
      },
      {
        breaks: 'silence before a renewal counts after it',
        file: evidence,
        text: 'return lease.renewSeq === evidence.renewSeq',
        becomes: 'return true',
        tests: [evidenceTest],
      },
      {
        breaks: 'a takeover goes on although the record has moved',
        file: watcher,
        text: '!stopped && speaksOf(evidence, lease)',
        becomes: '!stopped',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'who was refused does not look again',
        file: watcher,
        text: 'plan(lease === watched ? heirWaitMs : 1)',
        becomes: 'timer?.cancel()',
        tests: [watcherTest, evidenceOf],
      },
    ],
  },
  L7: {
    words: 'only who executes the owner answers a ping, with a renewal to show',
    mutants: [
      {
        breaks: 'an agent answers for another owner',
        file: 'src/registry/conversation.ts',
        text: 'if (holding?.owner !== owner || holding.fence !== fence || holding.isSettling()) return',
        becomes: 'if (!holding || holding.isSettling()) return',
        tests: ['test/registry/ping.test.ts'],
      },
      {
        breaks: 'an answer counts for nothing',
        file: 'src/registry/conversation.ts',
        text: 'return watchers().hearPong(message)',
        becomes: 'return',
        tests: ['test/registry/answered.test.ts'],
      },
      {
        breaks: 'who has not heard yet that it is the owner never answers',
        file: 'src/registry/conversation.ts',
        text: 'if (!holding && runner().isBusyWith(key)) early.set(key, ping)',
        becomes: '',
        tests: ['test/registry/answered.test.ts'],
      },
      {
        breaks: 'one that only settles answers',
        file: 'src/registry/conversation.ts',
        text: ' || holding.isSettling()) return',
        becomes: ') return',
        tests: ['test/registry/ping.test.ts'],
      },
      {
        breaks: 'the answer comes without a renewal',
        file: 'src/registry/conversation.ts',
        text: 'else holding.renew().then(pong, () => undefined)',
        becomes: 'else pong()',
        tests: ['test/registry/ping.test.ts'],
      },
      {
        breaks: 'a renewal of just now is made again',
        file: 'src/registry/conversation.ts',
        text: 'if (holding.keeper.isFresh()) pong()',
        becomes: 'if (!holding) pong()',
        tests: ['test/registry/ping.test.ts'],
      },
    ],
  },
  L8: {
    words: 'trust ends with the last request plus ttl less margin, by the faster clock',
    mutants: [
      {
        breaks: 'the wall clock alone says how old a lease is',
        file: keeper,
        text: 'Math.max(now.wall - last.wall, now.mono - last.mono, 0)',
        becomes: 'Math.max(now.wall - last.wall, 0)',
        tests: ['test/lease/keeper.test.ts'],
      },
      {
        breaks: 'the monotonic clock alone says how old a lease is',
        file: keeper,
        text: 'Math.max(now.wall - last.wall, now.mono - last.mono, 0)',
        becomes: 'Math.max(now.mono - last.mono, 0)',
        tests: ['test/lease/keeper.test.ts'],
      },
      {
        breaks: 'the margin is trusted, too',
        file: keeper,
        text: 'if (age < ttl * (1 - marginPart)) return',
        becomes: 'if (age < ttl) return',
        tests: ['test/lease/keeper.test.ts'],
      },
      {
        breaks: 'trust counts from the answer of a write, not from its request',
        file: 'src/run/holding.ts',
        text: 'keeper.confirmed(asked, lease.ttlMs)',
        becomes: 'keeper.confirmed(readMoment(clock), lease.ttlMs)',
        tests: [trust],
      },
      {
        breaks: 'a refused write counts as a renewal',
        file: 'src/run/holding.ts',
        text: '      else if (landed.record && lease?.owner === owner) {',
        becomes: '      if (landed.record && lease?.owner === owner) {',
        tests: ['test/run/holding.test.ts'],
      },
      {
        breaks: 'a trigger joins the own run without trust',
        file: 'src/run/holding.ts',
        text: "controller.signal.aborted || trust() !== 'trusted')",
        becomes: 'controller.signal.aborted)',
        tests: [trust],
      },
      {
        breaks: 'a lease is taken up again after any gap',
        file: keeper,
        text: "return age - ttl <= reAdoptMs ? 'ask' : 'over'",
        becomes: "return 'ask'",
        tests: [heldLease, 'test/lease/keeper.test.ts'],
      },
      {
        breaks: 'unconfirmed at the renew deadline, the attempt goes on',
        file: keeper,
        text: 'if (renewing && isInDoubt()) return giveUp()',
        becomes: 'if (renewing && isInDoubt()) return',
        tests: ['test/lease/keeper.test.ts'],
      },
      {
        breaks: 'what was heard late is believed without asking',
        file: 'src/run/holding.ts',
        text: "    if (trust() !== 'trusted') await confirm()\n",
        becomes: '',
        tests: [pageCacheTest, heldLease],
      },
    ],
  },
}
