import { newSecret } from '@countersign/service/secrets'
import { expect, test } from 'vitest'
import { openDataToken, sealDataToken } from './sealed-data-token.ts'

const code = newSecret('cs_ac_')
const DATA_TOKEN = 'header.payload.signature'

test('what was sealed under a code opens with that code, and each sealing differs', () => {
  expect(openDataToken(sealDataToken(DATA_TOKEN, code), code)).toBe(DATA_TOKEN)
  expect(sealDataToken(DATA_TOKEN, code)).not.toEqual(sealDataToken(DATA_TOKEN, code))
})

test('another code does not open it', () => {
  expect(() => openDataToken(sealDataToken(DATA_TOKEN, code), newSecret('cs_ac_'))).toThrow()
})

test('no changed byte goes unnoticed', () => {
  const sealed = sealDataToken(DATA_TOKEN, code)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => openDataToken(changed, code)).toThrow()
  }
})
