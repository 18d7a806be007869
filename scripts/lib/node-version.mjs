// Is this Node.js new enough for the tools of this project?

/**
 * What to tell the person, or null when the version will do.
 * @param {string} version such as `20.19.0`
 */
export function explainNodeVersion(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const oldest = { 20: 19, 22: 13 }[major]
  const fits = oldest === undefined ? major >= 24 : minor >= oldest
  return fits
    ? null
    : `Node.js ${version} is here; needed is 20.19 or newer, 22.13 or newer, or any from 24 on.`
}
