/** `npm run generate`: writes the generated files that git keeps; `--check` only says whether they are current. */
await import('./openapi.ts')
await import('./settings-guide.ts')
await import('./errors-guide.ts')
