import { expect, test } from 'vitest'
import { presentationNonce } from './presentation-nonce.ts'

const PRESENTED = {
  provider: 'https://id.example',
  audience: 'app-1',
  authRequestId: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
}

test('the nonce of a presentation is the one that the guide for apps gives as its example', async () => {
  expect(await presentationNonce(PRESENTED)).toBe('vPWuDl_6bV3T2cQBu_pStYMg6bLCFxNWv6c-GP38-w4')
})
