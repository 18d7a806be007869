/** All that the tests of the rules build with. */
export * from './builders.ts'
export * from './story.ts'
