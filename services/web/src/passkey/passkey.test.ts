import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/contracts'
import { encodeUserHandle, toFailure } from '@countersign/device'
import { fromBase64url, prfInput, toBase64url } from '@countersign/vault'
import { expect, test } from 'vitest'
import { createPasskey } from './create-passkey.ts'
import { getPasskey, type PasskeyBrowser } from './passkey.ts'

const creation: PasskeyCreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'id.example', name: 'from core' },
  user: { id: 'dXNlcg', name: 'from core', displayName: 'from core' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [{ id: 'b2xk', type: 'public-key', transports: ['internal'] }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}
const request: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'id.example',
  timeout: 60_000,
  userVerification: 'required',
}
const names = { service: 'Example ID', account: 'Ada' }
const SECRET = new Uint8Array(32).fill(0xab)

type Secret = Uint8Array<ArrayBuffer> | 'nothing'

type Knobs = {
  readonly enabled?: boolean
  readonly atCreate?: Secret
  readonly atGet?: readonly Secret[]
  readonly throws?: string
}

/** A fake browser with an authenticator: records its calls and returns the given secrets in order. */
function browserWith({ enabled = true, atCreate = SECRET, atGet = [SECRET, SECRET], throws }: Knobs = {}) {
  const asked: (CredentialCreationOptions | CredentialRequestOptions)[] = []
  const credential = (prf: object, response: object) =>
    ({
      id: 'bmV3',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response,
      getClientExtensionResults: () => ({ prf }),
    }) as unknown as Credential
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  const resultsOf = (secret: Secret) =>
    secret instanceof Uint8Array ? { results: { first: new Uint8Array(secret).buffer } } : {}
  const ask = (options: CredentialCreationOptions | CredentialRequestOptions) => {
    asked.push(options)
    if (throws !== undefined) throw new DOMException('no', throws)
  }
  let gets = 0
  const browser: PasskeyBrowser = {
    hostname: 'id.example',
    async create(options) {
      ask(options)
      return credential(
        { enabled, ...resultsOf(atCreate) },
        {
          clientDataJSON: bytes('c'),
          attestationObject: bytes('a'),
          getTransports: () => ['internal'],
        },
      )
    },
    async get(options) {
      ask(options)
      const secret = atGet[gets] ?? 'nothing'
      gets += 1
      return credential(resultsOf(secret), {
        clientDataJSON: bytes('c'),
        authenticatorData: bytes('d'),
        signature: bytes('s'),
        userHandle: null,
      })
    },
  }
  return { browser, asked }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => toFailure(error).code,
  )

test.each([
  ['its secret', 2, SECRET],
  ['nothing', 3, 'nothing'],
] as const)(
  'a new passkey that gives %s at creation gives its secret twice, in %i ceremonies',
  async (_, count, atCreate) => {
    const { browser, asked } = browserWith({ atCreate })
    expect(new Uint8Array((await createPasskey(creation, names, browser)).prf)).toEqual(SECRET)
    expect(asked).toHaveLength(count)
  },
)

test.each([
  ['cannot do PRF', { enabled: false }, 'passkey_no_prf'],
  ['gives zeros', { atCreate: new Uint8Array(32), atGet: [new Uint8Array(32)] }, 'passkey_no_prf'],
  ['gives too few bytes', { atCreate: new Uint8Array(16).fill(1) }, 'passkey_no_prf'],
  ['gives nothing the second time', { atGet: ['nothing'] }, 'passkey_no_prf'],
  ['gives another secret the second time', { atGet: [new Uint8Array(32).fill(1)] }, 'passkey_unstable'],
  ['is there already', { throws: 'InvalidStateError' }, 'passkey_exists'],
  ['was declined or took too long', { throws: 'NotAllowedError' }, 'passkey_cancelled'],
  ['needs what the browser has not', { throws: 'NotSupportedError' }, 'passkey_unsupported'],
  ['is forbidden here', { throws: 'SecurityError' }, 'passkey_unsupported'],
] as const)('a passkey that %s is refused with the reason', async (_case, knobs, code) => {
  const { browser } = browserWith(knobs)
  expect(await codeOf(createPasskey(creation, names, browser))).toBe(code)
})

test('the browser is asked with our names, our PRF input and full strictness, whatever core says', async () => {
  const { browser, asked } = browserWith()
  const lax = { ...creation, authenticatorSelection: {}, extensions: { prf: { eval: { first: 'other' } } } }
  await createPasskey(lax as unknown as PasskeyCreationOptions, names, browser)
  const [create, confirm] = asked as [CredentialCreationOptions, CredentialRequestOptions]
  expect(create.publicKey).toMatchObject({
    rp: { id: 'id.example', name: 'Example ID' },
    user: { name: 'Ada', displayName: 'Ada' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    extensions: { prf: { eval: { first: await prfInput() } } },
  })
  expect(confirm.publicKey).toMatchObject({
    rpId: 'id.example',
    userVerification: 'required',
    allowCredentials: [{ id: fromBase64url('bmV3') }],
    extensions: { prf: { eval: { first: await prfInput() } } },
  })
})

test('a sign-in names no passkey, so that any discoverable one of this host answers', async () => {
  const { browser, asked } = browserWith()
  await getPasskey(request, browser)
  expect((asked[0] as CredentialRequestOptions).publicKey).toMatchObject({ allowCredentials: [] })
})

test('a passkey for another host is not asked for', async () => {
  const { browser, asked } = browserWith()
  expect(await codeOf(getPasskey({ ...request, rpId: 'example' }, browser))).toBe('unexpected_answer')
  const parent = { ...creation, rp: { id: 'example', name: '' } }
  expect(await codeOf(createPasskey(parent, names, browser))).toBe('unexpected_answer')
  expect(asked).toEqual([])
})

test('core gets no extension result but that there is PRF', async () => {
  const made = await createPasskey(creation, names, browserWith().browser)
  const used = await getPasskey(request, browserWith().browser)
  expect(made.response.clientExtensionResults).toEqual({ prf: { enabled: true } })
  expect(used.response.clientExtensionResults).toEqual({})
  const sent = JSON.stringify([made.response, used.response])
  expect(sent).not.toContain(toBase64url(SECRET))
  expect(Object.keys(used.response.response)).toEqual(['clientDataJSON', 'authenticatorData', 'signature'])
})

test('an authenticator knows an account by the bytes of its id', () => {
  expect(fromBase64url(encodeUserHandle('00112233-4455-4677-8899-aabbccddeeff'))).toEqual(
    Uint8Array.from([0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x46, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff]),
  )
})
