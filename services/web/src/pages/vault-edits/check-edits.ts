import { type CallInput, type ClaimItem, ClientError, checkClaim } from '@countersign/device'

/**
 * Normalises the edited values. An unchanged value may stay as it is.
 * @throws ClientError `malformed_claim`
 */
export async function checkEdits(
  { put, remove }: CallInput<'saveItems'>,
  items: readonly ClaimItem[],
): Promise<CallInput<'saveItems'>> {
  const checked = put.map(async (edit) => {
    if (items.some(({ id, value }) => id === edit.id && value === edit.value)) return edit
    const result = await checkClaim(edit.name, edit.value, { now: new Date() })
    if (result.problem !== undefined) throw new ClientError({ code: 'malformed_claim' })
    return { ...edit, value: result.value }
  })
  return { put: await Promise.all(checked), remove }
}
