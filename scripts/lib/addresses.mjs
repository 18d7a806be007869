// Addresses that no committed file may hold: where packages are downloaded from. Pure.

const patterns = [
  { what: 'the host of a package registry', pattern: /\/\/registry\.[a-z0-9-]/i },
  {
    what: 'the host of a package registry',
    pattern: /\bregistry\.[a-z0-9-]+\.(?:org|com|net|io|dev)\b/i,
  },
  { what: 'a download address', pattern: /https?:\/\/[^\s"']+\.(?:tgz|tar\.gz|whl|deb)\b/i },
  { what: 'a package registry setting', pattern: /^\s*(?:@[\w-]+:)?registry\s*=\s*["']?\w+:/im },
]

/**
 * One message per kind of address found in a text file.
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function findAddresses(path, text) {
  const found = patterns.flatMap(({ what, pattern }) => {
    const at = text.search(pattern)
    return at < 0 ? [] : [`${path}:${lineAt(text, at)} holds ${what}`]
  })
  return path.endsWith('package-lock.json') && /"resolved": "(?!file:)/.test(text)
    ? [...found, `${path} holds download addresses: keep omit-lockfile-registry-resolved=true`]
    : found
}

/** @param {string} text @param {number} at */
function lineAt(text, at) {
  return text.slice(0, at).split('\n').length
}
