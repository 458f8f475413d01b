import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

type Api = { readonly title: string; readonly description: string; readonly version: string }

/** Collects the OpenAPI document of the routes that are mounted after this call; read it with `app.swagger()`. */
export async function describeApi(app: FastifyInstance, info: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'A session token of the core service.' },
          accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of an app.' },
          adminToken: { type: 'http', scheme: 'bearer', description: "The operator's ADMIN_TOKEN." },
          registrationToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'An initial access token to register, a registration access token to manage.',
          },
          serviceToken: { type: 'apiKey', in: 'header', name: 'X-Service-Token' },
        },
      },
    },
  })
}
