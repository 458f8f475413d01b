import { defineConfig } from 'vite'

// Nothing inline: the content security policy allows neither inline scripts, inline styles nor data: workers.
export default defineConfig({
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
})
