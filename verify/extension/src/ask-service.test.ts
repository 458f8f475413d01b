import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { askService } from './ask-service.ts'

const BRAND = { name: 'Example', logo: '', links: [], support_url: '', theme: {} }

async function serve(brand: object): Promise<string> {
  const config = { issuer: 'https://id.example', core_url: '', opaque_server_keys: [], credential_issuers: [], brand }
  const server = createServer((_request, response) => response.end(JSON.stringify(config)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('a service whose brand hides characters is not added', async () => {
  const origin = await serve(BRAND)
  expect(await askService(origin)).toMatchObject({ core_url: origin })
  const links = [{ label: 'Im\u200Bprint', url: 'https://example.org' }]
  for (const brand of [
    { ...BRAND, name: 'Bank\u202E' },
    { ...BRAND, links },
  ])
    await expect(askService(await serve(brand))).rejects.toThrow('hides characters')
})
