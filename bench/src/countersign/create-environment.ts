import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'

/** New secrets, by which components that run apart know each other too, and limits that one address under load may pass. */
export async function createEnvironment(): Promise<Readonly<Record<string, string>>> {
  return {
    INTERNAL_SERVICE_TOKEN: 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-of-the-bench',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    ...(await generateCoreSecrets()),
    RATE_LIMIT_AUTHORIZE: '1000000',
    RATE_LIMIT_SIGN_INS: '1000000',
    RATE_LIMIT_SIGN_UPS: '1000000',
  }
}
