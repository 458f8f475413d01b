/** Fetched when something was typed on the way to an approval. */
export { normaliseClaims } from '@countersign/device'
