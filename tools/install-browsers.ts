/** Installs what `npm test` needs of browsers, so that a user who may not install can run it afterwards: .ci/run. */
import { provideExtensibleChromium, provideFastChromium } from './browsers.ts'

await provideFastChromium()
await provideExtensibleChromium()
