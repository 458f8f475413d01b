import type { FastifyInstance } from 'fastify'

/** Notes every answer of this server with a status that its route does not document. Call it before routes are mounted. */
export function noteUndocumented(app: FastifyInstance, noted: Set<string>): void {
  app.addHook('onSend', async ({ routeOptions: { schema, url, method } }, { statusCode }) => {
    if (!schema || schema.hide) return
    const documented = typeof schema.response === 'object' && schema.response !== null ? schema.response : {}
    if (!(statusCode in documented)) noted.add(`${String(method)} ${url}: ${statusCode}`)
  })
}

/** Fails the test file whose server answered what no document tells. The schema of a body holds by itself: it writes the body. */
export function refuseUndocumented(noted: ReadonlySet<string>): void {
  if (noted.size > 0) throw new Error(`Not in the OpenAPI documents:\n${[...noted].join('\n')}`)
}
