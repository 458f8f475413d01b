import { expect, test } from 'vitest'
import { describeOldNode, OLDEST_NODE } from './oldest-node.ts'

test.each(['18.20.8', '20.20.2', '22.9.0', '22.14.1'])('Node %s is told which Node Countersign needs', (version) => {
  expect(describeOldNode(version)).toBe(
    `Countersign needs Node 22.15 or newer; this is Node ${version}: install a newer one from https://nodejs.org.`,
  )
})

test.each([OLDEST_NODE, '22.20.0', '24.0.0', '26.1.0', process.versions.node])(
  'Node %s runs Countersign',
  (version) => {
    expect(describeOldNode(version)).toBeUndefined()
  },
)
