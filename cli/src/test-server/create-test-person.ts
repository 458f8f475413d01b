import { randomUUID } from 'node:crypto'
import {
  type ClaimItem,
  createDevice,
  createMemorySessions,
  createMemoryStorage,
  type Device,
} from '@countersign/device'
import { CommandError } from '../command-error.ts'
import { answerRequest, denyRequest, explained, type Person } from './answer-request.ts'
import type { TestMail, TestPerson, TestPersonOptions } from './test-server.ts'

/** Fast: the passwords are thrown away after the test. */
const STRETCHING = { memory: 8, iterations: 1, parallelism: 1 }

type Running = { readonly issuer: string; readonly mails: () => readonly TestMail[] }

/** Signs a person up, confirms the recovery key and fills the vault. */
export async function createTestPerson(
  { issuer, mails }: Running,
  { claims = {}, verified = [], inBrowser = false }: TestPersonOptions,
): Promise<TestPerson> {
  const credentials = { login: `person-${randomUUID()}`, password: randomUUID() }
  const device = createDevice({
    core: { url: issuer },
    storage: createMemoryStorage(),
    sessions: createMemorySessions(),
    name: 'test run',
    ...(!inBrowser && { keyStretching: STRETCHING }),
  })
  const person: Person = { device, issuer, credentials }
  return explained(async () => {
    const { userId } = await device.createAccount(credentials)
    await device.showRecoveryKey({})
    await device.confirmRecoveryKey({})
    const { claims: vault } = await device.saveProfile({ values: claims })
    for (const name of verified) await verifyClaim(device, mails, requireClaim(vault, name))
    return {
      subject: userId,
      ...credentials,
      approve: (url, approval = {}) => answerRequest(person, String(url), approval),
      deny: (url) => denyRequest(person, String(url)),
      saveClaims: (values) => explained(async () => void (await device.saveProfile({ values }))),
      revoke: ({ clientId }) =>
        explained(async () => void (await device.revokeApp({ clientId, name: 'an app under test' }))),
    }
  })
}

function requireClaim(vault: readonly ClaimItem[], claim: string): ClaimItem {
  const item = vault.find(({ name }) => name === claim)
  if (!item) throw new CommandError(`A ${claim} that is verified needs a value: claims: { ${claim}: '…' }.`)
  return item
}

async function verifyClaim(device: Device, mails: Running['mails'], { id, value }: ClaimItem): Promise<void> {
  await device.startVerification({ itemId: id, language: 'en' })
  const mail = mails().find(({ to }) => to === value)
  const [code = ''] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? []
  await device.finishVerification({ code })
}
