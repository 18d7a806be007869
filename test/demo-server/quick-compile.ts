/** PGlite is compiled anew in each process: optimizing it costs more than these tests win by it. */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--liftoff-only')
