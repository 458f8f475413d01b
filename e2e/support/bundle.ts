import { join } from 'node:path'
import { build } from 'vite'

const bundles = new Map<string, Promise<string>>()

/**
 * A module of `in-page/` as one script, made as the consent client is made, whose exports are members of `globalThis[name]`. Playwright
 * evaluates it outside of the page's policy; what it does then is under the policy like everything else.
 */
export function bundleForPage(module: string, name: string): Promise<string> {
  const known = bundles.get(module) ?? runBundler(module, name)
  bundles.set(module, known)
  return known
}

async function runBundler(module: string, name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2024',
      minify: false,
      lib: { entry: join(import.meta.dirname, 'in-page', module), formats: ['iife'], name },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('The bundler gave no output.')
  return `${output.output[0].code}\nglobalThis.${name} = ${name}`
}
