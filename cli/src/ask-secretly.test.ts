import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { askSecretly } from './commands/open-export.ts'

/** A terminal that tells whether it would show what is typed. */
function newTerminal() {
  const raw: boolean[] = []
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => void raw.push(isRaw) })
  return { input, shown: new PassThrough(), raw }
}

test('what is typed at a terminal is the answer, and is not shown', async () => {
  const { input, shown, raw } = newTerminal()
  const answer = askSecretly('Key: ', input, shown)
  input.write('AB')
  input.write('X\u007FC\r')
  expect(await answer).toBe('ABC')
  shown.end()
  expect(await text(shown)).toBe('Key: \n')
  expect(raw).toEqual([true, false])
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s stops it, and the terminal shows again what is typed', async (_key, typed) => {
  const { input, shown, raw } = newTerminal()
  const answer = askSecretly('Key: ', input, shown)
  input.write(typed)
  await expect(answer).rejects.toThrow('Stopped.')
  expect(raw).toEqual([true, false])
})

test('without a terminal the input is the answer, and nothing is asked', async () => {
  const { shown } = newTerminal()
  const input = new PassThrough()
  input.end('ABC\n')
  expect(await askSecretly('Key: ', input, shown)).toBe('ABC')
  expect(shown.readableLength).toBe(0)
})
