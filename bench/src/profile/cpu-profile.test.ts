import { expect, test } from 'vitest'
import { type CpuProfile, foldProfile, packageOf, rankFrames } from './cpu-profile.ts'

function node(id: number, functionName: string, children: number[] = [], url = ''): CpuProfile['nodes'][number] {
  return { id, callFrame: { functionName, url, lineNumber: 0 }, children }
}

const PROFILE: CpuProfile = {
  nodes: [
    node(1, '(root)', [2, 3, 4, 7]),
    node(2, '(idle)'),
    node(3, 'serve', [5], 'file:///there/services/core/src/surface/app.ts'),
    node(4, 'serve', [6], 'file:///there/services/core/src/surface/app.ts'),
    node(5, 'query', [], 'file:///there/node_modules/pg/lib/client.js'),
    node(6, 'query', [], 'file:///there/node_modules/pg/lib/client.js'),
    node(7, 'post', [], 'node:inspector'),
  ],
  samples: [2, 7, 3, 5, 6, 6],
  timeDeltas: [1_000, 500, 10, 20, 30, 40],
}

test('what one function called by the same name is one box, and neither waiting nor profiling is one', () => {
  const root = foldProfile(PROFILE)
  expect(root.totalMicroseconds).toBe(100)
  expect(root.children).toMatchObject([
    {
      name: 'serve',
      selfMicroseconds: 10,
      totalMicroseconds: 100,
      children: [{ name: 'query', selfMicroseconds: 90 }],
    },
  ])
})

test('what took most by itself comes first, by package', () => {
  expect(rankFrames(foldProfile(PROFILE), packageOf).slice(0, 2)).toEqual([
    { what: 'pg', selfMicroseconds: 90 },
    { what: 'services/core', selfMicroseconds: 10 },
  ])
})
