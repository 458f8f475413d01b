import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'

/** What the components keep secret, and from whom they know each other where they run apart. */
export async function createSecrets(): Promise<Readonly<Record<string, string>>> {
  return {
    INTERNAL_SERVICE_TOKEN: 'a service token for the bench and nothing else',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    ...(await generateCoreSecrets()),
  }
}
