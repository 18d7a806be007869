// The anchor of a heading: the same as where the pages are read as plain files.

/** @param {string} heading */
export function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
}
