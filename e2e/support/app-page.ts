import { createServer } from 'node:http'
import { listenLocally } from '@countersign/testing'

const PAGE = '<!doctype html><html lang="en"><title>App</title><h1>The app</h1></html>'

/**
 * The relying app as the browser sees it: one page at every address; tests read the response from the address bar. A real
 * server, since a route of the test browser misses redirects and switches its cache off.
 */
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE))

export const APP_HOST = `localhost:${await listenLocally(server.unref())}`
export const APP_ORIGIN = `http://${APP_HOST}`
export const APP_REDIRECT_URI = `${APP_ORIGIN}/callback`
