import { VERSION } from '@countersign/service/settings'
import { intactParts } from '@countersign/web/build/integrity.ts'
import { defineConfig } from 'vite'
import { extensionFiles } from './build/extension-files.ts'

// `base`: the client's document says that links lead to the service, so files are named relative to their importers.
export default defineConfig({
  base: './',
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: ['client.html', 'services.html', 'src/background.ts'],
      output: { entryFileNames: ({ name }) => (name === 'background' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es', plugins: () => [intactParts()] },
  plugins: [extensionFiles(VERSION)],
})
