// Is every piece of code of docs/recipes.md run by a test of this folder?
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeBlocks, readPage, rootFolder } from '../pages.ts'
import { recipe } from './run-recipe.ts'

const page = readPage('docs/recipes.md')
const headings = [...page.text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
const folder = join(rootFolder, 'test', 'docs', 'recipes')
const sources = readdirSync(folder)
  .filter(name => name.endsWith('.test.ts'))
  .map(name => readFileSync(join(folder, name), 'utf8'))

test.each(headings)('%s: each block of its code is run', heading => {
  const source = sources.find(text => text.includes(`recipe('${heading}')`)) ?? ''
  const taken = source.slice(0, source.indexOf(`] = recipe('${heading}')`))
  const names = taken.slice(taken.lastIndexOf('[') + 1).split(', ')
  expect(names).toHaveLength(recipe(heading).length)
  const run = names.filter(name =>
    new RegExp(`(?:run|open)Recipe(?:<\\w+>)?\\(\\s*${name},`).test(source),
  )
  expect(run).toEqual(names)
})

test('the page lists its recipes, and has no other code', () => {
  const listed = [...page.text.matchAll(/^- \[(.*)\]\(#/gm)].map(([, heading = '']) => heading)
  expect(listed).toEqual(headings)
  expect(headings.flatMap(recipe)).toEqual(codeBlocks(page))
})
