import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const LOGGER = JSON.stringify(new URL('logger.ts', import.meta.url).href)
const LINES = 501

/** Logs more than a pipe holds, one line more while the first write waits, and then goes on as `end` says. */
function logFaster({ end }: { readonly end: string }) {
  const script = `
    import { createLogger } from ${LOGGER}
    // As the program does: it makes a pipe one that does not block.
    process.stdout.on('error', () => undefined)
    const logger = createLogger({ level: 'info' })
    for (let line = 1; line < ${LINES}; line += 1) logger.info({ line, text: 'x'.repeat(1_000) })
    setTimeout(() => {
      logger.info({ line: ${LINES} })
      setTimeout(() => process.send('logged', () => { ${end} }), 200)
    }, 200)`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

const numbersIn = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).line]))
const everyNumber = Array.from({ length: LINES }, (_, index) => index + 1)

test.each([
  ['the process goes on', 'setInterval(() => undefined, 60_000)'],
  ['the process exits', 'process.exit()'],
])('a reader that stalls gets every line when it reads again, in order: %s', async (_case, end) => {
  const child = logFaster({ end })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  await once(child, 'message')
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await expect.poll(() => text.match(/\n/g)?.length).toBe(LINES)
  expect(numbersIn(text)).toEqual(everyNumber)
})
