import { expect, test } from 'vitest'
import { replaceBlock } from './report.ts'

test('only what stands between its marks is replaced', () => {
  const content = 'before\n<!-- flow -->\nold\n<!-- /flow -->\n<!-- growth -->\nkept\n<!-- /growth -->\n'
  expect(replaceBlock(content, 'flow', 'new $1')).toBe(content.replace('old', () => 'new $1'))
})

test('a file without its marks is refused', () => {
  expect(() => replaceBlock('nothing', 'flow', 'new')).toThrow('There is no <!-- flow -->.')
})
