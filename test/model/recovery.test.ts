import { describe, expect, test } from 'vitest'
import { chooseRecovery } from '../../src/model/recovery.ts'
import type { Checkpoint } from '../../src/model/run.ts'
import { aOneStepPolicy, aPolicy } from './builders.ts'

const policy = aPolicy({
  version: 2,
  stages: ['pulling', 'merging', 'pushing'].map(name => ({ name, incremental: false })),
})

function at(changes: Partial<Checkpoint> = {}): Checkpoint {
  return { taskVersion: 2, finished: [], stage: 'pulling', cursor: null, sealed: false, ...changes }
}

describe('where a run goes on', () => {
  test.each<[string, Checkpoint, 'restart' | 'resume' | 'skip', string | null, unknown]>([
    ['nothing was committed', at(), 'restart', 'pulling', null],
    ['no stage was begun', at({ stage: null }), 'restart', 'pulling', null],
    ['the first stage has a cursor', at({ cursor: 'page-3' }), 'resume', 'pulling', 'page-3'],
    [
      'an earlier stage is finished',
      at({ finished: ['pulling'], stage: 'merging' }),
      'resume',
      'merging',
      null,
    ],
    [
      'a later stage has a cursor',
      at({ finished: ['pulling', 'merging'], stage: 'pushing', cursor: 7 }),
      'resume',
      'pushing',
      7,
    ],
    [
      'the last commit ended a stage',
      at({ finished: ['pulling'], stage: 'pulling', cursor: 'page-9' }),
      'resume',
      'merging',
      null,
    ],
    [
      'the last stage is marked last, not settled',
      at({ finished: ['pulling', 'merging', 'pushing'], stage: 'pushing', cursor: 9 }),
      'skip',
      null,
      9,
    ],
  ])('%s', (_, checkpoint, choice, stage, cursor) => {
    const recovery = chooseRecovery(checkpoint, policy)
    expect(recovery).toMatchObject({
      choice,
      stage,
      checkpoint: { cursor, finished: checkpoint.finished },
    })
    expect(recovery.checkpoint.stage).toBe(stage ?? 'pushing')
  })

  test.each<[string, Checkpoint]>([
    [
      'another task version',
      at({ taskVersion: 1, finished: ['pulling'], stage: 'merging', cursor: 5 }),
    ],
    ['an unknown stage', at({ stage: 'fetching', cursor: 5 })],
    ['an unknown finished stage', at({ finished: ['fetching'], stage: 'merging' })],
  ])('a checkpoint of %s begins again, at the first stage', (_, checkpoint) => {
    expect(chooseRecovery(checkpoint, policy)).toEqual({
      choice: 'restart',
      stage: 'pulling',
      checkpoint: at(),
    })
  })

  test('the seal is kept, also by what begins again', () => {
    for (const taskVersion of [1, 2]) {
      expect(chooseRecovery(at({ taskVersion, sealed: true }), policy).checkpoint.sealed).toBe(true)
    }
  })

  test('stages finish in any order, none of them repeats', () => {
    const odd = at({ finished: ['merging'], stage: 'pulling', cursor: 2 })
    expect(chooseRecovery(odd, policy)).toMatchObject({
      choice: 'resume',
      stage: 'pulling',
      checkpoint: { cursor: 2 },
    })
  })

  test('a task of one step is restarted, resumed, or only settled', () => {
    const one = aOneStepPolicy()
    const begun: Checkpoint = {
      taskVersion: 1,
      finished: [],
      stage: 'run',
      cursor: null,
      sealed: false,
    }
    expect(chooseRecovery(begun, one).choice).toBe('restart')
    expect(chooseRecovery({ ...begun, cursor: 1 }, one).choice).toBe('resume')
    expect(chooseRecovery({ ...begun, finished: ['run'] }, one)).toMatchObject({
      choice: 'skip',
      stage: null,
    })
  })
})
