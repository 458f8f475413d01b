import { expect, test } from 'vitest'
import { startProvider } from '../../../test/started-provider.ts'

test('keys and metadata may be cached, and an error in their place may not', async () => {
  const provider = await startProvider('embedded')
  const cacheControl = async (path: string) => {
    const { statusCode, headers } = await provider.app.inject(`/.well-known/${path}`)
    return [statusCode, headers['cache-control']]
  }
  expect(await cacheControl('openid-configuration')).toEqual([200, 'public, max-age=300'])
  await provider.database.close()
  expect(await cacheControl('jwks.json')).toEqual([503, 'no-store'])
  await provider.app.close()
})
