/** How values are shared safely where copying them would take most of the time. */

/** The same value, frozen all the way down; what is frozen already is not looked into again. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) freezeDeep(each)
  return Object.freeze(value)
}
