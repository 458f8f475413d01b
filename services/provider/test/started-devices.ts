import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import type { Changes as Fields } from './flow-steps.ts'
import { startProvider } from './started-provider.ts'

export type Started = { readonly device_code: string; readonly user_code: string; readonly interval: number }

export const grantTypes = [DEVICE_CODE_GRANT, 'refresh_token'] as const

/** A provider with an app on a television, and what the device and core do. */
export function startDevices() {
  const provider = startBeforeAll(async () => {
    const started = await startProvider('postgresql')
    const registration = { name: 'TV', authenticationMethod: 'none', grantTypes, redirectUris: [] } as const
    return { ...started, tv: await started.register(registration) }
  })

  async function begin(changes: Fields = {}, headers: Record<string, string> = {}) {
    const fields = { client_id: provider.tv.client_id, scope: 'openid email', ...changes }
    return provider.post('/oauth/device_authorization', fields, headers)
  }

  const started = async (changes: Fields = {}) => (await begin(changes)).json<Started>()

  async function poll(deviceCode: string, changes: Fields = {}, headers: Record<string, string> = {}) {
    const fields = { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode, client_id: provider.tv.client_id }
    return provider.token({ ...fields, ...changes }, headers)
  }

  const answerTo = async (deviceCode: string, changes: Fields = {}) => (await poll(deviceCode, changes)).json()

  async function find(userCode: string) {
    return provider.internal('POST', 'device-request/', { user_code: userCode })
  }

  async function requestOf({ user_code }: Started): Promise<string> {
    return (await find(user_code)).json<{ auth_request_id: string }>().auth_request_id
  }

  async function approve(device: Started, client = provider.tv) {
    const id = await requestOf(device)
    const data_token = await provider.attest(id, { aud: client.client_id })
    return { id, data_token, response: await provider.complete(id, { data_token }) }
  }

  /** As if so many seconds had passed for the request of a device. */
  async function pass(device: Started, seconds: number): Promise<void> {
    const { sql } = provider.database
    const id = await requestOf(device)
    // Read before they are written: a cluster reckons with no column in a write.
    const [times] = await sql<Record<'polled_at' | 'expires_at' | 'code_expires_at', Date | null>>`
      select polled_at - make_interval(secs => ${seconds}) as polled_at,
             expires_at - make_interval(secs => ${seconds}) as expires_at,
             code_expires_at - make_interval(secs => ${seconds}) as code_expires_at
        from provider.device_requests join provider.authorization_requests using (auth_request_id)
       where auth_request_id = ${id}`
    await sql`update provider.device_requests set polled_at = ${times!.polled_at} where auth_request_id = ${id}`
    await sql`
      update provider.authorization_requests
         set expires_at = ${times!.expires_at}, code_expires_at = ${times!.code_expires_at} where auth_request_id = ${id}`
  }

  return { provider, begin, started, poll, answerTo, find, requestOf, approve, pass }
}
