export type { BrandLogo } from './brand.ts'
export { BRAND_SETTINGS, type Brand, brandOf, UNBRANDED } from './brand.ts'
