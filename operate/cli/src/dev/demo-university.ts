import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUniversity, newIssuerKey, type University } from '@countersign/demo-university'
import type { FastifyInstance } from 'fastify'
import { ISSUER_KEY_FILE } from './development-secrets.ts'

const UNIVERSITY_PATH = '/demo-university'

export type DemoUniversity = University & { readonly issuer: string }

/** Keeps its key, so that issued credentials stay valid after a restart. */
export async function provideUniversity(
  dataDirectory: string,
  { origin, service }: { readonly origin: string; readonly service: string },
): Promise<DemoUniversity> {
  const issuer = `${origin}${UNIVERSITY_PATH}`
  const key = await keepIssuerKey(join(dataDirectory, ISSUER_KEY_FILE))
  return { issuer, ...createUniversity({ issuer, key, wallet: `${service}/credentials` }) }
}

/** Answers at its path and its well-known addresses. */
export function mountUniversity(app: FastifyInstance, { answer }: University): void {
  app.register(async (scope) => {
    // The university parses forms and JSON itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const path of [UNIVERSITY_PATH, `${UNIVERSITY_PATH}/*`, `/.well-known/:document${UNIVERSITY_PATH}`]) {
      scope.route({
        method: ['GET', 'POST', 'OPTIONS'],
        url: path,
        schema: { hide: true },
        handler: async ({ method, url, headers, body }, reply) => {
          const text = typeof body === 'string' ? body : ''
          const answered = await answer({ method, path: url, authorization: headers.authorization, body: text })
          if (!answered) return reply.callNotFound()
          return reply.code(answered.status).headers(answered.headers).send(answered.body)
        },
      })
    }
  })
}

async function keepIssuerKey(path: string): Promise<Awaited<ReturnType<typeof newIssuerKey>>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const key = await newIssuerKey()
    writeFileSync(path, `${JSON.stringify(key)}\n`, { mode: 0o600 })
    return key
  }
}
