import { type createAuthorizations, findClient, readAuthorizationRequest } from './authorization.ts'
import { type Asked, answerJson, answerPage, answerRedirect, type Routes } from './http.ts'
import type { Graduate } from './issue-degree.ts'
import type { Offers } from './offers.ts'
import { refusalPage, signInPage } from './pages.ts'
import { readGraduate } from './read-graduate.ts'

export type Authorizations = ReturnType<typeof createAuthorizations>
type Parts = { readonly issuer: string; readonly base: string; readonly offers: Offers }

/** The authorization endpoint, with requests pushed before (RFC 9126) or in its address. */
export function signInRoutes({ issuer, base, offers }: Parts, authorizations: Authorizations): Routes {
  const { push, findPushed, approve, deny } = authorizations

  async function readForm(form: URLSearchParams) {
    const request = readAuthorizationRequest(form, issuer)
    const client = request && (await findClient(request.clientId))
    return client?.redirectUris.includes(request?.redirectUri ?? '') ? request : undefined
  }

  async function open({ path }: Asked) {
    const query = new URL(path, issuer).searchParams
    const uri = query.get('request_uri')
    const request = uri === null ? await readForm(query) : findPushed(uri)
    const client = request && (await findClient(request.clientId))
    if (!request || !client || query.get('client_id') !== request.clientId) return undefined
    return { request, client, uri: uri ?? push(request) }
  }

  const graduateOf = (issuerState: string | undefined) => offers.findByState(issuerState ?? '')?.graduate

  function show({ request, client, uri }: NonNullable<Awaited<ReturnType<typeof open>>>) {
    const query = new URLSearchParams({ client_id: request.clientId, request_uri: uri })
    const name = nameOf(graduateOf(request.issuerState))
    const page = signInPage({ action: `${base}/authorize?${query}`, client: client.name, name })
    return answerPage(page, { leadsTo: new URL(request.redirectUri).origin })
  }

  return {
    [`POST ${base}/par`]: async ({ body }) => {
      const request = await readForm(new URLSearchParams(body))
      if (!request) return answerJson({ error: 'invalid_request' }, 400)
      return answerJson({ request_uri: push(request), expires_in: 300 }, 201)
    },
    [`GET ${base}/authorize`]: async (asked) => {
      const opened = await open(asked)
      return opened ? show(opened) : answerPage(refusalPage(), { status: 400 })
    },
    [`POST ${base}/authorize`]: async (asked) => {
      const opened = await open(asked)
      if (!opened) return answerPage(refusalPage(), { status: 400 })
      const form = new URLSearchParams(asked.body)
      if (form.get('decision') !== 'approve') return answerRedirect(deny(opened.request))
      const graduate = graduateOf(opened.request.issuerState) ?? readGraduate(form)
      return answerRedirect(approve(opened.request, graduate))
    },
  }
}

function nameOf(graduate: Graduate | undefined): string | undefined {
  return graduate && `${graduate.given_name} ${graduate.family_name}`
}
