import { ResourceDescriptor, WebFingerQuery } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { allowAnyOrigin } from '../../ground/http/oauth-endpoint.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { describeResource } from './webfinger.ts'

const schema = {
  operationId: 'findIssuer',
  summary: 'Get the issuer for an address of a person at this host (WebFinger, RFC 7033)',
  tags: ['metadata'],
  querystring: WebFingerQuery,
  response: { 200: ResourceDescriptor, ...describeRefusals(404) },
}

/** GET /.well-known/webfinger, for apps that take any server (RFC 7033 §5: for every origin). */
export function mountWebFinger(app: Api, { config }: Pick<ProviderDependencies, 'config'>): void {
  allowAnyOrigin(app)
  app.get('/.well-known/webfinger', { schema }, async ({ query: { resource, rel = [] } }, reply) => {
    const found = describeResource(config.issuer, { resource, relations: [rel].flat() })
    return reply.headers({ 'cache-control': 'public, max-age=300', 'content-type': 'application/jrd+json' }).send(found)
  })
}
