// The list of a page's sections, which a plain file needs: the site has it at the side, so it is left out there.

/** @typedef {ReturnType<import('vitepress').MarkdownRenderer['parse']>[number]} Token */

/**
 * A plugin for markdown-it.
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function withoutContents(md) {
  md.core.ruler.push('without-contents', state => {
    const { tokens } = state
    const open = tokens.findIndex(token => token.type === 'bullet_list_open')
    const section = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h2')
    if (open < 0 || open > section) return
    const close = tokens.findIndex((token, at) => at > open && token.type === 'bullet_list_close')
    const items = tokens.slice(open, close).filter(token => token.type === 'inline')
    if (items.every(isAnchor)) tokens.splice(open, close - open + 1)
  })
}

/** @param {Token} item */
function isAnchor({ children }) {
  const [first] = children ?? []
  const last = children?.at(-1)
  return (
    first?.type === 'link_open' &&
    last?.type === 'link_close' &&
    (first.attrGet('href') ?? '').startsWith('#')
  )
}
