import { randomInt, randomUUID } from 'node:crypto'
import type { ClientManifest } from '@countersign/contracts/client-manifest'
import { PAGE_CONFIG_PATH, readPageConfig } from '@countersign/contracts/page-config'
import type { Served } from './ask.ts'
import { BROWSERS } from './browsers.ts'
import { differencesOf, integrityOf, originsOf } from './compare-answer.ts'
import { createFindings } from './findings.ts'
import { type Expectations, judgeConfig } from './judge-config.ts'
import type { Network } from './networks.ts'
import { type Question, questionsOf } from './questions.ts'
import { VerifyError } from './verify-error.ts'
import { askAsBrowser, createVisitor, type Visitor } from './visitor.ts'

type Options = {
  readonly manifest: ClientManifest
  readonly expectations: Expectations
  /** The first is what the others are compared with. */
  readonly networks: readonly [Network, ...Network[]]
  /** Default: that of a request that does not exist. */
  readonly query: string | undefined
}

/**
 * Requests all that a server sends to browsers, as each of them, on two visits, through each network, and compares it
 * with a release; and what its operator configured with what is expected, and with what the first network was sent.
 * @throws VerifyError if the server does not answer, or serves no page configuration
 */
export async function compareClient(origin: string, { manifest, expectations, networks, query }: Options) {
  const { config, origins, given } = await readGiven(origin, networks[0])
  const findings = createFindings()
  for (const what of judgeConfig(origin, config, expectations)) findings.note(what, PAGE_CONFIG_PATH)

  let requests = 0
  for (const network of networks) {
    const made = { query: query ?? `?auth_request_id=${randomUUID()}`, name: randomUUID(), turn: randomInt(1000) }
    const stop = new AbortController()
    const visits = BROWSERS.map(async (browser) => {
      const visitor = createVisitor(browser, origin, network, stop.signal)
      const questions = questionsOf(browser, manifest, { ...given, ...made })
      await visitTwice(visitor, questions, (served, { path, expected }, hasCopy) => {
        requests += 1
        const seenBy = { browser: browser.name, network: network.name }
        for (const what of differencesOf(served, expected, { origins, hasCopy })) findings.note(what, path, seenBy)
      })
    })
    await Promise.all(visits).finally(() => stop.abort())
  }
  return { config, requests, differences: findings.list() }
}

type Note = (served: Served, question: Question, hasCopy: boolean) => void

/** The second time with the cookies and copies of the first. */
async function visitTwice(visitor: Visitor, questions: readonly Question[], note: Note): Promise<void> {
  for (const question of questions) {
    for (const each of question.asks) note(await visitor.ask(each), question, false)
  }
  for (const question of questions) {
    const again = question.asks[0] && (await visitor.askAgain(question.asks[0]))
    if (again) note(again.served, question, again.hasCopy)
  }
}

/** The release has no hash of a configuration: all browsers and networks must be sent what the first one was. */
async function readGiven(origin: string, network: Network) {
  const { config, origins, integrity } = await readConfig(origin, network)
  const { logo: path } = config.brand
  const logo = path === '' ? undefined : await askAsBrowser(`${origin}${path}`, 'image', network)
  return { config, origins, given: { integrity, logo: logo && { path, integrity: integrityOf(logo.body) } } }
}

async function readConfig(origin: string, network: Network) {
  const { status, body } = await askAsBrowser(`${origin}${PAGE_CONFIG_PATH}`, 'data', network)
  try {
    if (status !== 200) throw new TypeError(`Status ${status}`)
    const config = readPageConfig(JSON.parse(body.toString()))
    return { config, origins: originsOf(config), integrity: integrityOf(body) }
  } catch (cause) {
    const complaint = `${origin} serves no configuration of a page at ${PAGE_CONFIG_PATH}.`
    throw new VerifyError(`${complaint} Give the address of the page: where people sign in.`, { cause })
  }
}
