/** An app in plain JavaScript, for any runtime: `begin` prints where to send the browser, `finish CALLBACK FLOW` who came back. */
import { createCountersign, keepClaimsKey, SignInError } from '@countersign/sdk'

const [step, callback = '', flow = ''] = process.argv.slice(2)
const countersign = createCountersign({
  issuer: process.env.ISSUER,
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
  redirectUri: 'http://localhost:9/callback',
  scopes: ['openid', 'email'],
  claimsDecryptionKey: (await keepClaimsKey(process.env.CLAIMS_KEY_FILE)).privateJwk,
})

if (step === 'begin') {
  console.log(JSON.stringify(await countersign.beginSignIn()))
} else {
  const lost = await countersign.finishSignIn(callback, undefined).catch((error) => error)
  if (!(lost instanceof SignInError) || lost.code !== 'lost_session') throw new Error('A lost session was not told.')
  const { claims, tokens } = await countersign.finishSignIn(callback, JSON.parse(flow))
  const refreshed = await countersign.refresh(tokens.refreshToken ?? '')
  await countersign.revoke(refreshed.tokens.accessToken)
  console.log(JSON.stringify(claims))
}
