import { expectFields, expectList, expectText } from '../../json-form.ts'

/** What the administration answers, as the console needs it; a member that is not named here is dropped. */

export type App = ReturnType<typeof readApp>
export type AppScope = App['scopes'][number]
export type AppSecret = App['secrets'][number]
export type Access = ReturnType<typeof readAccess>
export type RegistrationToken = ReturnType<typeof readToken>
export type SigningKey = ReturnType<typeof readSigningKey>
export type RecordedEvent = ReturnType<typeof readEvent>
export type Figures = ReturnType<typeof readFigures>

/** @throws TypeError, as all of these */
export function readAccess(value: unknown) {
  const access = expectFields(value)
  return {
    role: literal(access['role'], ['administrator', 'developer', 'none'] as const),
    userId: orNull(access['user_id'], text),
    dynamicRegistration: literal(access['dynamic_registration'], ['off', 'token', 'open'] as const),
    developerRegistration: literal(access['developer_registration'], ['off', 'people'] as const),
  }
}

export function readApp(value: unknown) {
  const app = expectFields(value)
  const key = orNull(app['claims_encryption_jwk'], expectFields)
  return {
    clientId: text(app['client_id']),
    name: text(app['name']),
    description: text(app['description']),
    logo: text(app['logo']),
    redirectUris: texts(app['redirect_uris']),
    scopes: expectList(app['scopes'], readScope),
    authenticationMethod: text(app['token_endpoint_auth_method']),
    policyUri: orNull(app['policy_uri'], text),
    tosUri: orNull(app['tos_uri'], text),
    sealedFor: key && text(key['crv']),
    owner: orNull(app['owner'], text),
    disabledAt: orNull(app['disabled_at'], text),
    createdAt: text(app['created_at']),
    secrets: expectList(app['secrets'], readSecret),
  }
}

/** `secret` is in the answer to its registration alone. */
export function readRegisteredApp(value: unknown) {
  const { client_secret } = expectFields(value)
  return { app: readApp(value), secret: client_secret === undefined ? undefined : text(client_secret) }
}

export function readApps(value: unknown) {
  const { clients, next_cursor } = expectFields(value)
  return { items: expectList(clients, readApp), next: orNull(next_cursor, text) ?? undefined }
}

export function readRotatedSecret(value: unknown): string {
  return text(expectFields(value)['client_secret'])
}

function readScope(value: unknown) {
  const scope = expectFields(value)
  return {
    name: text(scope['name']),
    reason: text(scope['reason']),
    required: flag(scope['required']),
    ...(scope['default'] === undefined ? {} : { default: flag(scope['default']) }),
  }
}

function readSecret(value: unknown) {
  const secret = expectFields(value)
  return {
    secretId: text(secret['secret_id']),
    createdAt: text(secret['created_at']),
    expiresAt: orNull(secret['expires_at'], text),
    lastUsedAt: orNull(secret['last_used_at'], text),
  }
}

function readToken(value: unknown) {
  const token = expectFields(value)
  return {
    tokenId: text(token['token_id']),
    createdAt: text(token['created_at']),
    expiresAt: text(token['expires_at']),
    remainingUses: orNull(token['remaining_uses'], number),
  }
}

export function readTokens(value: unknown) {
  return expectList(expectFields(value)['initial_access_tokens'], readToken)
}

export function readNewToken(value: unknown): string {
  return text(expectFields(value)['initial_access_token'])
}

function readSigningKey(value: unknown) {
  const key = expectFields(value)
  return {
    kid: text(key['kid']),
    algorithm: text(key['algorithm']),
    state: literal(key['state'], ['published', 'active', 'retired', 'removed'] as const),
    createdAt: text(key['created_at']),
    activeFrom: text(key['active_from']),
    removedAt: orNull(key['removed_at'], text),
  }
}

export function readSigningKeys(value: unknown) {
  return expectList(expectFields(value)['keys'], readSigningKey)
}

function readEvent(value: unknown) {
  const event = expectFields(value)
  return {
    eventId: text(event['event_id']),
    at: text(event['at']),
    event: text(event['event']),
    times: number(event['times']),
    facts: {
      outcome: orNull(event['outcome'], text),
      client: orNull(event['client_id'], text),
      user: orNull(event['user_id'], text),
      grant: orNull(event['grant_id'], text),
      request: orNull(event['auth_request_id'], text),
      network: orNull(event['network'], text),
    },
  }
}

export function readEvents(value: unknown) {
  const { events, next_cursor } = expectFields(value)
  return { items: expectList(events, readEvent), next: orNull(next_cursor, text) ?? undefined }
}

export function readFigures(value: unknown) {
  const { since, events, refusals, routes, days } = expectFields(value)
  return {
    since: text(since),
    events: expectList(events, (each) => ({ outcome: text(expectFields(each)['outcome']), ...readCount(each) })),
    refusals: expectList(refusals, (each) => {
      const { route, code, count } = expectFields(each)
      return { route: text(route), code: text(code), count: number(count) }
    }),
    routes: expectList(routes, readLatency),
    days: orNull(days, (all) => expectList(all, readDay)),
  }
}

function readLatency(value: unknown) {
  const { method, route, count, failed, p50_milliseconds, p95_milliseconds, p99_milliseconds } = expectFields(value)
  return {
    route: `${text(method)} ${text(route)}`,
    count: number(count),
    failed: number(failed),
    milliseconds: [p50_milliseconds, p95_milliseconds, p99_milliseconds].map(number),
  }
}

function readDay(value: unknown) {
  const { day, events } = expectFields(value)
  return { day: text(day), events: expectList(events, readCount) }
}

function readCount(value: unknown) {
  const { event, count } = expectFields(value)
  return { event: text(event), count: number(count) }
}

function text(value: unknown): string {
  return expectText(value, /^/)
}

function texts(value: unknown): readonly string[] {
  return expectList(value, text)
}

function literal<Known extends string>(value: unknown, known: readonly Known[]): Known {
  return known.find((each) => each === value) ?? refuse()
}

function flag(value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse()
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : refuse()
}

function orNull<Value>(value: unknown, read: (value: unknown) => Value): Value | null {
  return value === null ? null : read(value)
}

function refuse(): never {
  throw new TypeError('The administration answered something else.')
}
