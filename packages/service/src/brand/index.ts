export { BRAND_SETTINGS, type Brand, brandOf, UNBRANDED } from './brand.ts'
export type { BrandLogo } from './brand-logo.ts'
export { isDerivedTheme } from './brand-theme.ts'
