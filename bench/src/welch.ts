export type WelchResult = { readonly t: number; readonly p: number }

/** Welch's t-test: whether two samples have one mean. With thousands of values t is normally distributed. */
export function compareMeans(left: readonly number[], right: readonly number[]): WelchResult {
  const [a, b] = [describe(left), describe(right)]
  const t = (a.mean - b.mean) / Math.sqrt(a.variance / left.length + b.variance / right.length)
  return { t, p: 2 * upperTail(Math.abs(t)) }
}

/** The fastest part of a sample: what the machine does beside the measurement shows in the slowest (dudect does the same). */
export function fastest(sample: readonly number[], share: number): number[] {
  return sample.toSorted((left, right) => left - right).slice(0, Math.floor(sample.length * share))
}

function describe(sample: readonly number[]) {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (sample.length - 1) }
}

/** The normal distribution's tail (Abramowitz and Stegun 26.2.17, exact to 1e-7). */
function upperTail(x: number): number {
  const k = 1 / (1 + 0.2316419 * x)
  const polynomial = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
