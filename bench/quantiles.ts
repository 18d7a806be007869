/** What is said of a row of measured times? */

/** Median, 95th percentile and worst, ms. */
export function quantiles(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): string => `${sorted[Math.ceil(sorted.length * part) - 1] ?? '–'} ms`
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)}`
}

/** The 95th percentile, ms. */
export function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}
