// The titles of all decisions, the newest first.
import { createContentLoader } from 'vitepress'

export default createContentLoader('decisions/2*.md', {
  includeSrc: true,
  transform: pages =>
    pages
      .map(({ url, src = '' }) => ({
        url,
        at: /(\d{4}-\d\d-\d\d)-/.exec(url)?.[1] ?? '',
        title: (/^# (.*)$/m.exec(src)?.[1] ?? url).replaceAll('`', ''),
      }))
      .sort((a, b) => b.at.localeCompare(a.at) || a.title.localeCompare(b.title)),
})
