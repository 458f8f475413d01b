const INTERVAL_MS = 1_000
/** Without a terminal, a line now and then is enough. */
const QUIET_INTERVAL_MS = 10_000

/** Shows progress with elapsed seconds, then the outcome. */
export async function withProgress<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const { isTTY } = process.stdout
  const write = () => {
    const line = `  … ${title}  ${secondsSince(startedAt)}`
    process.stdout.write(isTTY ? `\r${line}` : `${line}\n`)
  }
  if (isTTY) write()
  const timer = setInterval(write, isTTY ? INTERVAL_MS : QUIET_INTERVAL_MS)
  let isGood = false
  try {
    const result = await work()
    isGood = true
    return result
  } finally {
    clearInterval(timer)
    const outcome = isGood ? 'ok' : 'failed'
    const line = `  ${isGood ? '✓' : '✗'} ${title.padEnd(34)} ${secondsSince(startedAt).padStart(7)}  ${outcome}`
    process.stdout.write(`${isTTY ? '\r\u001B[K' : ''}${line}\n`)
  }
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}
