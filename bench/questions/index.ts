/** Which questions are there, in the order of the table? */
import type { Question } from '../lib/question.ts'
import { crowd } from './crowd.ts'
import { duplicates } from './duplicates.ts'
import { floor } from './floor.ts'
import { freeze } from './freeze.ts'
import { heap } from './heap.ts'
import { idle } from './idle.ts'
import { joinOwn } from './join-own.ts'
import { join } from './join.ts'
import { rows } from './rows.ts'
import { settle } from './settle.ts'
import { startCold, startWarm } from './start.ts'
import { startup } from './startup.ts'
import { takeoverFloor } from './takeover-floor.ts'
import { takeover } from './takeover.ts'
import { view } from './view.ts'
import { writes } from './writes.ts'

/** All of them. */
export const questions: readonly Question[] = [
  floor,
  startWarm,
  startCold,
  join,
  joinOwn,
  writes,
  settle,
  view,
  takeover,
  takeoverFloor,
  freeze,
  duplicates,
  rows,
  heap,
  crowd,
  idle,
  startup,
]
