import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE = '<!doctype html><html lang="en"><title>App</title><h1>The app</h1></html>'

/**
 * The relying app as the browser sees it: one page at every address; tests read the response from the address bar. A real
 * server, since a route of the test browser misses redirects and switches its cache off.
 */
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE))
await once(server.listen(0).unref(), 'listening')

export const APP_HOST = `localhost:${(server.address() as AddressInfo).port}`
export const APP_ORIGIN = `http://${APP_HOST}`
export const APP_REDIRECT_URI = `${APP_ORIGIN}/callback`
