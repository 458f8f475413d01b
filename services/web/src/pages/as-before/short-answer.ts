/**
 * How far the answer to a request is that asks as before. `approving` begins before the vault is open and ends with the
 * address of the way back, empty where that is not safe; or with `changed`: the whole request is to be seen.
 */
export type ShortAnswer = 'none' | 'approving' | 'changed' | { readonly address: string }
