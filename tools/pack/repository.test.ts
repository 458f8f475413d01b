import { expect, test } from 'vitest'
import { publicAddress } from './repository.ts'

test.each([
  ['https://git.example/ada/countersign.git'],
  ['https://x-access-token:ghs_secret@git.example/ada/countersign.git'],
  ['git@git.example:ada/countersign.git'],
  ['ssh://git@git.example/ada/countersign.git'],
])('a clone of %s names its public repository, and no secret', (origin) => {
  expect(publicAddress(origin)).toBe('git+https://git.example/ada/countersign.git')
})

test.each([['/srv/git/countersign'], ['../countersign'], ['']])('a clone of %j names no repository', (origin) => {
  expect(publicAddress(origin)).toBeUndefined()
})
