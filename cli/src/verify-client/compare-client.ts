import { randomUUID } from 'node:crypto'
import { isDerivedTheme } from '@countersign/service/brand'
import { type ClientManifest, integrityOf, PAGE_CONFIG_PATH, readPageConfig } from '@countersign/web'
import { CommandError } from '../command-error.ts'
import { ask, type Served } from './ask.ts'
import type { AskKind } from './browser-headers.ts'
import { BROWSERS } from './browsers.ts'
import { differencesOf, originsOf } from './compare-answer.ts'
import { createFindings } from './findings.ts'
import { type Expectations, judgeConfig } from './judge-config.ts'
import type { Network } from './networks.ts'
import { type Question, questionsOf } from './questions.ts'
import { createVisitor, type Visitor } from './visitor.ts'

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
 * @throws CommandError if the server does not answer, or serves no page configuration
 */
export async function compareClient(origin: string, { manifest, expectations, networks, query }: Options) {
  const { config, origins, configured, differences } = await readConfigured(origin, networks[0])
  const findings = createFindings()
  for (const what of [...differences, ...judgeConfig(origin, config, expectations)])
    findings.note(what, PAGE_CONFIG_PATH)

  let requests = 0
  for (const network of networks) {
    const given = { ...configured, query: query ?? `?auth_request_id=${randomUUID()}`, name: randomUUID() }
    const stop = new AbortController()
    const visits = BROWSERS.map(async (browser) => {
      const visitor = createVisitor(browser, origin, network, stop.signal)
      const questions = questionsOf(browser, manifest, given)
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

/** Colours must derive from the accent, so that every text stays readable. */
async function readConfigured(origin: string, network: Network) {
  const askFirst = async (kind: AskKind, path: string): Promise<Served> =>
    ask(`${origin}${path}`, { headers: BROWSERS[0].headersFor(kind, { origin }), network })
  const { status, body } = await askFirst('data', PAGE_CONFIG_PATH)
  try {
    if (status !== 200) throw new TypeError(`Status ${status}`)
    const config = readPageConfig(JSON.parse(body.toString()))
    const { logo, theme } = config.brand
    const logoOf = async () => ({ path: logo, integrity: integrityOf((await askFirst('image', logo)).body) })
    const configured = { integrity: integrityOf(body), logo: logo === '' ? undefined : await logoOf() }
    const differences = isDerivedTheme(theme) ? [] : ['has colours that no accent leads to']
    return { config, origins: originsOf(config), configured, differences }
  } catch (cause) {
    const complaint = `${origin} serves no configuration of a page at ${PAGE_CONFIG_PATH}.`
    throw new CommandError(`${complaint} Give the address of the page: where people sign in.`, { cause })
  }
}
