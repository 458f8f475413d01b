import { PAGE_LIMITS } from '@countersign/contracts'

export type PageQuery = { readonly limit?: string | undefined; readonly cursor?: string | undefined }

/** How many entries a page holds: what was asked for, within bounds. */
export function pageSize({ limit }: PageQuery): number {
  return limit === undefined ? PAGE_LIMITS.fallback : Math.min(Number(limit), PAGE_LIMITS.maximum)
}
