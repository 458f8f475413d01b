import { expect, test } from 'vitest'
import { drawFlameGraph } from '../profile/flame-graph.ts'
import { drawLines } from './line-chart.ts'
import { drawShares } from './share-chart.ts'

const ELEMENT = /<(\w+)[^<>]*>|<\/(\w+)>/g

/** Names of elements whose tags do not match. */
function unbalanced(svg: string): string[] {
  const open: string[] = []
  for (const [, opened, closed] of svg.matchAll(ELEMENT)) {
    if (opened) open.push(opened)
    else if (open.pop() !== closed) return [closed ?? '']
  }
  return open
}

test('a chart says in words what it shows, and no label becomes an element', () => {
  const svg = drawShares('Of <the> floor', [{ label: 'flow & "refresh"', share: 0.5, note: '1 of 2' }])
  expect(svg).toContain('<title id="title">Of &lt;the&gt; floor</title>')
  expect(svg).toContain('<desc id="description">flow &amp; &quot;refresh&quot;: 0.5 (1 of 2)</desc>')
  expect(unbalanced(svg)).toEqual([])
})

test('a flame graph gives each function the width of its time', () => {
  const leaf = { name: 'half', where: '', selfMicroseconds: 50, totalMicroseconds: 50, children: [] }
  const root = { name: 'all', where: '', selfMicroseconds: 50, totalMicroseconds: 100, children: [leaf] }
  const svg = drawFlameGraph('<profile>', root)
  expect(svg).toMatch(/<title>half : 50\.0 %<\/title><rect x="0\.0" y="51" width="799\.6"/)
  expect(unbalanced(svg)).toEqual([])
})

test('a line has a point for each label, the highest one below a round number', () => {
  const svg = drawLines('Flows', ['1', '8'], [{ name: 'floor', values: [50, 150] }])
  expect(svg).toContain('<desc id="description">floor: 50 at 1, 150 at 8</desc>')
  expect(svg).toContain('points="60,237.5 520,112.5"')
  expect(unbalanced(svg)).toEqual([])
})
