import { createServer, type Server } from 'node:http'
import { listenLocally } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectHeading, openPage, useBrowser } from '../support/browser.ts'
import { useSystem } from '../support/shared.ts'

const PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
  '/consent?auth_request_id=3f2b8a0e-6a4d-4c55-9d7e-0a1b2c3d4e5f',
  '/apps',
  '/activity',
  '/methods',
  '/sessions',
  '/account',
  '/recovery',
  '/another-device',
  '/an-unknown-address',
]

/** Each attack sets this mark if it works. */
declare global {
  interface Window {
    injected?: string
  }
}

describe('an injection into a page', () => {
  const system = useSystem()
  const browser = useBrowser('after all')
  let shared: Page | undefined
  let elsewhere: Server
  let elsewhereUrl: string
  const reached: string[] = []

  beforeAll(async () => {
    elsewhere = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' })
      response.end('window.injected = "script"')
    })
    elsewhereUrl = `http://127.0.0.1:${await listenLocally(elsewhere)}`
  })
  afterAll(() => {
    elsewhere?.close()
  })

  async function open(path: string): Promise<Page> {
    shared ??= (await openPage(browser, 'about:blank')).page
    await shared.goto(`${system.webUrl}${path}`)
    await shared.locator('h1').waitFor()
    return shared
  }

  /** Runs an attack inside the page, under its policy, and answers the directives that stopped it. */
  const attack = (page: Page, attempt: Attack) =>
    page.evaluate(
      async ({ name, url }) => {
        const directives: string[] = []
        const stopped = new Promise<void>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            directives.push(effectiveDirective)
            resolve()
          })
        })
        const add = (tag: string, attributes: Record<string, string>) => {
          const element = document.createElement(tag)
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
          document.body.append(element)
          return element
        }
        const attacks: Record<typeof name, () => unknown> = {
          'inline script': () => {
            const script = document.createElement('script')
            script.append('window.injected = "inline"')
            document.body.append(script)
          },
          'inline handler': () => add('img', { src: '/assets/none', onerror: 'window.injected = "handler"' }),
          'script from elsewhere': () => {
            const script = document.createElement('script')
            script.src = `${url}/script`
          },
          eval: () => Reflect.construct(Function, ['window.injected = "eval"'])(),
          'worker from elsewhere': () => new Worker(`${url}/worker`),
          'worker of one’s own': () => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))),
          'markup without a trusted type': () => {
            document.body.innerHTML = '<b>replaced</b>'
          },
          'policy of one’s own': () => window.trustedTypes.createPolicy('mine', { createHTML: (text) => text }),
          'image from elsewhere': () => add('img', { src: `${url}/image` }),
          'call elsewhere': () => fetch(`${url}/fetch`),
          'frame of another page': () => add('iframe', { src: `${url}/frame` }),
          'form that posts elsewhere': () => (add('form', { action: `${url}/form` }) as HTMLFormElement).submit(),
          'another base': () => add('base', { href: url }),
          'style of one’s own': () => add('p', { style: 'position: fixed' }),
          'plug-in': () => add('object', { data: `${url}/object` }),
        }
        // In a new task: code that the driver runs itself may use eval.
        await new Promise((resolve) => setTimeout(resolve))
        let thrown = ''
        try {
          await attacks[name]()
        } catch (error) {
          thrown = String(error)
        }
        await stopped
        return { directives, thrown, mark: window.injected }
      },
      { name: attempt, url: elsewhereUrl },
    )

  const ATTACKS = {
    'inline script': 'require-trusted-types-for',
    'inline handler': 'require-trusted-types-for',
    'script from elsewhere': 'require-trusted-types-for',
    eval: 'require-trusted-types-for',
    'worker from elsewhere': 'require-trusted-types-for',
    'worker of one’s own': 'require-trusted-types-for',
    'markup without a trusted type': 'require-trusted-types-for',
    'policy of one’s own': 'trusted-types',
    'image from elsewhere': 'img-src',
    'call elsewhere': 'connect-src',
    'frame of another page': 'frame-src',
    'form that posts elsewhere': 'form-action',
    'another base': 'base-uri',
    'style of one’s own': 'style-src-attr',
    'plug-in': 'require-trusted-types-for',
  } as const
  type Attack = keyof typeof ATTACKS

  test.each(PATHS)('is stopped by the policy of %s, and nothing leaves', async (path) => {
    const page = await open(path)
    for (const [name, directive] of Object.entries(ATTACKS) as [Attack, string][]) {
      const { directives, mark } = await attack(page, name)
      expect(directives, name).toContain(directive)
      expect(mark, name).toBeUndefined()
    }
    await expect.poll(() => page.locator('h1').count()).toBe(1)
    expect(reached).toEqual([])
  })

  test('cannot frame a page', async () => {
    const { page } = await openPage(browser, 'about:blank')
    const body = PATHS.map((path) => `<iframe src="${system.webUrl}${path}"></iframe>`).join('')
    await page.route('http://frame.test/', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto('http://frame.test/')
    const refused = PATHS.map(() => 'chrome-error://chromewebdata/')
    expect(page.frames().map((frame) => frame.url())).toEqual(['http://frame.test/', ...refused])
  })

  test('finds a page that leads on at an unknown address', async () => {
    const { page } = await openPage(browser, `${system.webUrl}/an-unknown-address`)
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expectHeading(page, 'Your data, on your terms')
  })
})

declare global {
  interface Window {
    /** Missing in TypeScript: https://www.w3.org/TR/trusted-types/ */
    readonly trustedTypes: {
      createPolicy(name: string, rules: { readonly createHTML: (text: string) => string }): unknown
    }
  }
}
