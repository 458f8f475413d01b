import { type ClientMetadata, ClientTexts } from '@countersign/contracts'
import { Compile } from 'typebox/compile'
import { checkShownAddress } from './check-address.ts'
import { checkText, checkVisible } from './check-text.ts'
import type { Client } from './client.ts'
import { ClientRegistrationError } from './client-errors.ts'

const form = Compile(ClientTexts)
/** Every process keeps them, and each details answer carries them. */
const MAXIMUM_LENGTH = 32_768

/** @throws ClientRegistrationError */
export function checkTexts(texts: ClientTexts): void {
  if (!form.Check(texts)) {
    throw new ClientRegistrationError(
      'Texts are an object by language (BCP 47: de, pt-BR), at most 20, each with a name, description, policy_uri, tos_uri or reasons, no longer than the default ones.',
    )
  }
  const tags = Object.keys(texts)
  if (new Set(tags.map((tag) => tag.toLowerCase())).size < tags.length) {
    throw new ClientRegistrationError('Each language is named once; capitals make no difference (RFC 5646 §2.1.1).')
  }
  if (JSON.stringify(texts).length > MAXIMUM_LENGTH) {
    throw new ClientRegistrationError(`The texts in other languages have more than ${MAXIMUM_LENGTH} characters.`)
  }
  for (const [tag, own] of Object.entries(texts)) checkLanguage(tag, own)
}

function checkLanguage(tag: string, { name, description, reasons = {}, ...pages }: ClientTexts[string]): void {
  if (name !== undefined) checkText('name', name, `name in ${tag}`)
  if (description !== undefined) checkText('description', description, `description in ${tag}`)
  for (const reason of Object.values(reasons)) checkVisible(`A reason in ${tag}`, reason)
  for (const [wire, address] of Object.entries(pages)) checkShownAddress(`The ${wire} in ${tag}`, address)
}

type Named = Pick<Client, 'name'> & { readonly texts?: ClientTexts | undefined }

/** Every name that a person may see. */
export function allNames({ name, texts = {} }: Named): readonly string[] {
  return [name, ...Object.values(namesIn(texts))]
}

/** The names for pages before the request is open; left out without any. */
export function translatedNames({ texts }: Pick<Client, 'texts'>): { names?: Record<string, string> } {
  const names = namesIn(texts)
  return Object.keys(names).length > 0 ? { names } : {}
}

function namesIn(texts: ClientTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([tag, { name }]) => (name === undefined ? [] : [[tag, name]])),
  )
}

/** A text by its name in the metadata of RFC 7591. */
const TAGGED = { client_name: 'name', policy_uri: 'policy_uri', tos_uri: 'tos_uri' } as const

/** Reads `client_name#de` and its like (RFC 7591 §2.2). Keeps the texts that only an administrator can set. */
export function readTaggedTexts(metadata: ClientMetadata, current: ClientTexts): ClientTexts {
  const read = new Map<string, ClientTexts[string]>()
  for (const [tag, { description, reasons }] of Object.entries(current)) {
    if (description === undefined && reasons === undefined) continue
    read.set(tag, { ...(description !== undefined && { description }), ...(reasons && { reasons }) })
  }
  for (const [member, value] of Object.entries<unknown>(metadata)) {
    const [own = '', tag] = member.split(/#(.*)/s)
    if (tag === undefined || !isTagged(own) || typeof value !== 'string') continue
    read.set(tag, { ...read.get(tag), [TAGGED[own]]: value })
  }
  return Object.fromEntries(read)
}

/** The members of `readTaggedTexts`, for the answer. */
export function writeTaggedTexts(texts: ClientTexts): Record<string, string> {
  const members = Object.entries(texts).flatMap(([tag, own]) =>
    Object.entries(TAGGED).flatMap(([member, name]) => {
      const text = own[name]
      return text === undefined ? [] : [[`${member}#${tag}`, text]]
    }),
  )
  return Object.fromEntries(members)
}

export function isTagged(member: string): member is keyof typeof TAGGED {
  return Object.hasOwn(TAGGED, member)
}
