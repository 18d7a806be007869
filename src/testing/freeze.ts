/** How values are kept apart safely where copying all of them would take most of the time. */

/**
 * A copy of the value, frozen all the way down; whatever is frozen already is shared.
 *
 * The copy is what is frozen, and it is made by `Object.assign`: engines give an object that was made
 * by a spread a new shape of its own when it is frozen, and everything that reads it becomes slow.
 */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) return Object.freeze(value.map(freezeDeep)) as Value
  const copy = Object.assign({}, value)
  for (const key of Object.keys(copy) as (keyof Value)[]) copy[key] = freezeDeep(copy[key])
  return Object.freeze(copy)
}
