const INTERVAL_MS = 1_000
/** Where nobody watches a terminal, a line now and then is enough. */
const QUIET_INTERVAL_MS = 10_000

/**
 * Tells on one line that something long is going on and for how many seconds, then how it ended.
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 * @param {{ isGood?: (result: Result) => boolean }} [options]
 * @returns {Promise<Result>}
 */
export async function withProgress(title, work, { isGood = () => true } = {}) {
  const startedAt = performance.now()
  const stop = showElapsed(title, startedAt)
  try {
    const result = await work()
    stop(isGood(result) ? 'ok' : 'failed')
    return result
  } catch (error) {
    stop('failed')
    throw error
  }
}

/**
 * @param {string} title
 * @param {number} startedAt
 * @returns {(outcome: 'ok' | 'failed') => void}
 */
function showElapsed(title, startedAt) {
  const { isTTY } = process.stdout
  const write = () =>
    process.stdout.write(
      isTTY ? `\r  … ${title}  ${secondsSince(startedAt)}` : `  … ${title}  ${secondsSince(startedAt)}\n`,
    )
  if (isTTY) write()
  const timer = setInterval(write, isTTY ? INTERVAL_MS : QUIET_INTERVAL_MS)
  return (outcome) => {
    clearInterval(timer)
    process.stdout.write(`${isTTY ? '\r\u001B[K' : ''}${outcomeLine(title, startedAt, outcome)}\n`)
  }
}

/**
 * How a part that ran ended, on one line.
 * @param {string} title
 * @param {number} startedAt
 * @param {'ok' | 'failed'} outcome
 */
export function outcomeLine(title, startedAt, outcome) {
  const mark = outcome === 'ok' ? '✓' : '✗'
  return `  ${mark} ${title.padEnd(34)} ${secondsSince(startedAt).padStart(7)}  ${outcome}`
}

/** @param {number} startedAt */
function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}
