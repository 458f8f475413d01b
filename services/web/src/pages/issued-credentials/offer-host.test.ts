import { expect, test } from 'vitest'
import { findOfferHost } from './offer-host.ts'

const inline = (offer: unknown) => encodeURIComponent(JSON.stringify(offer))

test.each([
  ['?credential_offer_uri=https%3A%2F%2Funi.example%2Foffers%2F1', 'uni.example'],
  ['#credential_offer_uri=http%3A%2F%2Flocalhost%3A8093%2Foffers%2F1', 'localhost:8093'],
  [`?credential_offer=${inline({ credential_issuer: 'https://bank.example/issuer' })}`, 'bank.example'],
  [`?credential_offer=${inline({ credential_issuer: 7 })}`, undefined],
  [`?credential_offer=${inline(null)}`, undefined],
  ['?credential_offer=%7B', undefined],
  ['?credential_offer_uri=nonsense', undefined],
  ['?credential_offer_uri=data%3Atext%2Fplain%2C1', undefined],
  ['', undefined],
])('The link of an offer, %s, names the host %s', (link, host) => {
  expect(findOfferHost(`https://id.example/credentials${link}`)).toBe(host)
})
