// What a build of Vite needs of the plugins of React and Vue, when their packages alone are there.
import { createHash } from 'node:crypto'
import { transformWithOxc } from 'vite'
import { compileScript, parse } from 'vue/compiler-sfc'

/** @returns {import('vite').Plugin[]} */
export function frameworkPlugins() {
  return [vueComponents, quietDirectives]
}

/**
 * Compiles components of Vue with Vue's own compiler: one script set-up and one template, no style.
 * @type {import('vite').Plugin}
 */
const vueComponents = {
  name: 'vue-components',
  async transform(source, path) {
    if (!path.endsWith('.vue')) return null
    const { descriptor, errors } = parse(source, { filename: path })
    if (errors[0] !== undefined) throw errors[0]
    const id = createHash('sha256').update(path).digest('hex').slice(0, 8)
    const { content } = compileScript(descriptor, { id, inlineTemplate: true })
    const { code, map = null } = await transformWithOxc(content, `${path}.ts`)
    return { code, map }
  },
}

/**
 * Says nothing about `'use client'`, which only a build for servers reads; as React's own plugin does.
 * @type {import('vite').Plugin}
 */
const quietDirectives = {
  name: 'quiet-directives',
  onLog: (_, { code }) => code !== 'MODULE_LEVEL_DIRECTIVE',
}
