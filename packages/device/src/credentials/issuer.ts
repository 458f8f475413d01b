import { ClientError } from '../failure.ts'
import { listOf, readNumber, readObject, readText, refuse } from '../read.ts'
import { readAuthorizationServer } from './authorization-server.ts'
import { cleanName, findColour } from './credential-item.ts'
import { type IssuerLine, metadataUrl } from './issuer-line.ts'

export type IssuerMetadata = Readonly<Awaited<ReturnType<typeof readIssuerMetadata>>>

type CredentialType = {
  readonly vct: string
  readonly name: string
  readonly colour: string | undefined
  /** Asks for it at the authorization server. */
  readonly scope: string | undefined
}

export type OfferedType = CredentialType & { readonly id: string }

const FORMAT = 'dc+sd-jwt'

/** OpenID4VCI 1.0 §12.2. `chosen`: one of its authorization servers. @throws ClientError */
export async function readIssuerMetadata(issuer: string, line: IssuerLine, chosen?: string) {
  const metadata = await line.getJson(metadataUrl('openid-credential-issuer', issuer))
  try {
    if (metadata['credential_issuer'] !== issuer) throw new TypeError('Another issuer.')
    const { nonce_endpoint: nonce, credential_configurations_supported: configurations } = metadata
    const { authorization_servers: servers, batch_credential_issuance: batch } = metadata
    const named = servers === undefined ? [] : listOf(readText)(servers)
    return {
      issuer,
      name: nameIn(metadata) ?? new URL(issuer).host,
      /** Its own server may be one of others' issuers too. */
      hasNamedServers: named.length > 0,
      server: await readAuthorizationServer(chooseServer(named, { issuer, chosen }), line),
      credentialEndpoint: readText(metadata['credential_endpoint']),
      nonceEndpoint: nonce === undefined ? undefined : readText(nonce),
      batchSize: batch === undefined ? 1 : readBatchSize(readObject(batch)['batch_size']),
      types: typesIn(readObject(configurations)),
    }
  } catch (error) {
    if (error instanceof ClientError) throw error
    throw new ClientError({ code: 'issuer_refused' }, { cause: error })
  }
}

/** One that the metadata does not list ends the flow (OpenID4VCI 1.0 §12.2.4). */
function chooseServer(
  named: readonly string[],
  { issuer, chosen }: { readonly issuer: string; readonly chosen: string | undefined },
): string {
  if (chosen !== undefined && chosen !== issuer && !named.includes(chosen)) throw new TypeError('An unlisted server.')
  return chosen ?? named[0] ?? issuer
}

function readBatchSize(value: unknown): number {
  const size = readNumber(value)
  return Number.isInteger(size) && size > 1 ? size : refuse()
}

function typesIn(configurations: Readonly<Record<string, unknown>>): ReadonlyMap<string, CredentialType> {
  const types = Object.entries(configurations).flatMap(([id, value]) => {
    const { format, vct, scope, credential_metadata: about = value } = readObject(value)
    if (format !== FORMAT) return []
    const colour = findColour(displayIn(about)['background_color'])
    const asked = scope === undefined ? undefined : readText(scope)
    return [[id, { vct: readText(vct), name: nameIn(about) ?? '', colour, scope: asked }] as const]
  })
  return new Map(types)
}

function nameIn(value: unknown): string | undefined {
  const { name } = displayIn(value)
  const clean = name === undefined ? '' : cleanName(readText(name))
  return clean === '' ? undefined : clean
}

/** Its first display; the others are in other languages. */
function displayIn(value: unknown): Readonly<Record<string, unknown>> {
  const { display } = readObject(value)
  const [first = {}]: readonly unknown[] = Array.isArray(display) ? display : []
  return readObject(first)
}
