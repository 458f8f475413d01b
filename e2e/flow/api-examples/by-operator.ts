import { newAppKey } from '@countersign/data-token/testing'
import { REDIRECT_URI, type Stage, type Told, told } from './stage.ts'

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const ONE_PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)
const API = 'https://api.shop.example'

/** The operator's part before apps and people come. */
export async function prepare({ asOperator, recorder }: Stage) {
  await asOperator('GET', '/api/admin/me/')
  const api = await told(
    asOperator('POST', '/api/admin/resource-servers/', {
      json: {
        resource: API,
        name: 'Orders',
        scopes: [{ name: 'orders:read', texts: { en: { title: 'See your orders', description: '' } } }],
      },
    }),
  )
  recorder.learn('api_client_id', `${api['client_id']}`)
  recorder.learn('api_client_secret', `${api['client_secret']}`)
  await asOperator('PUT', '/api/admin/claims/loyalty_number/', { json: { labels: { en: 'Loyalty number' } } })
  await asOperator('GET', '/api/admin/claims/')
  const texts = { en: { title: 'Your loyalty number', description: 'To collect points.' } }
  await asOperator('PUT', '/api/admin/scopes/loyalty/', { json: { texts, claims: ['loyalty_number'] } })
  await asOperator('GET', '/api/admin/scopes/')
  const scopes = ['openid', 'email', 'profile', 'orders:read'].map((name) => ({ name, reason: '', required: false }))
  const app = await told(
    asOperator('POST', '/api/admin/clients/', {
      json: {
        name: 'Wildflower Books',
        description: 'Books about plants.',
        redirect_uris: [REDIRECT_URI],
        post_logout_redirect_uris: ['https://shop.example/'],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE_GRANT],
        scopes,
      },
    }),
  )
  return { app, api, kept: await registerKept({ asOperator }) }
}

/** An app with a key, which people may keep up to date. */
async function registerKept({ asOperator }: Pick<Stage, 'asOperator'>): Promise<Told> {
  const { publicJwk } = await newAppKey()
  const json = {
    name: 'Fern Post',
    redirect_uris: [REDIRECT_URI],
    scopes: ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false })),
    claims_encryption_jwk: publicJwk,
    keeps_up_to_date: true,
  }
  return told(asOperator('POST', '/api/admin/clients/', { json }))
}

export type Prepared = Awaited<ReturnType<typeof prepare>>

export async function lookAfterClients({ asOperator, asApp }: Stage, { app }: Prepared): Promise<void> {
  const client = `/api/admin/clients/${app['client_id']}/`
  await asOperator('GET', '/api/admin/clients/', { query: { search: 'wildflower', limit: '10' } })
  await asOperator('GET', client)
  await asOperator('PATCH', client, { json: { description: 'Books about plants and gardens.' } })
  await asOperator('POST', `${client}disable/`, { json: {} })
  await asOperator('POST', `${client}enable/`, { json: {} })
  await asOperator('PUT', `${client}logo/`, { png: ONE_PIXEL })
  await asApp('GET', `/oauth/clients/${app['client_id']}/logo`)
  await asOperator('DELETE', `${client}logo/`)
  const newSecret = () => told(asOperator('POST', `${client}secrets/`, { json: { overlap_seconds: 3600 } }))
  const { secret_id } = await newSecret()
  await newSecret()
  await asOperator('DELETE', `${client}secrets/${secret_id}/`)
}

async function invite({ asOperator }: Stage): Promise<void> {
  const path = '/api/core/admin/invitations/'
  const json = { uses: 30, expires_in: 604_800, note: 'for the choir' }
  const { invitation_id: id } = await told(asOperator('POST', path, { json }))
  await asOperator('GET', path)
  await asOperator('DELETE', `${path}${id}/`)
}

export async function lookAfterService(stage: Stage, { app, api }: Prepared): Promise<void> {
  const { asOperator, system } = stage
  await invite(stage)
  const resource = `/api/admin/resource-servers/${api['resource_id']}/`
  await asOperator('GET', `/api/admin/clients/${app['client_id']}/errors/`)
  await asOperator('GET', '/api/admin/resource-servers/')
  await asOperator('GET', resource)
  await asOperator('PATCH', resource, { json: { name: 'Your orders' } })
  await asOperator('GET', '/api/admin/keys/')
  await asOperator('POST', '/api/admin/keys/', { json: {} })
  // The next key signs in ten minutes: let them pass.
  await system.providerSql`
    update provider.signing_keys
       set active_from = active_from - interval '1 hour', retires_at = retires_at - interval '1 hour'
     where algorithm = 'RS256'`
  const { keys } = (await (await asOperator('GET', '/api/admin/keys/')).json()) as { keys: Told[] }
  const retired = keys.find(({ state }) => state === 'retired')
  await asOperator('DELETE', `/api/admin/keys/${retired?.['kid']}/`)
  await asOperator('GET', '/api/admin/audit-events/', { query: { event: 'client_registered', limit: '1' } })
  await asOperator('GET', '/api/admin/figures/')
  await asOperator('GET', '/api/admin/health/')
}

/** Removes everything again, last. */
export async function tidyUp({ asOperator }: Stage, { app, api }: Prepared): Promise<void> {
  await asOperator('DELETE', `/api/admin/clients/${app['client_id']}/`)
  await asOperator('DELETE', '/api/admin/scopes/loyalty/')
  await asOperator('DELETE', '/api/admin/claims/loyalty_number/')
  await asOperator('DELETE', `/api/admin/resource-servers/${api['resource_id']}/`)
}
