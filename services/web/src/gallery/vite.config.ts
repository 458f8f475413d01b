import { defineConfig } from 'vite'

// The gallery is a page of its own: nothing of it is in the consent client's build.
export default defineConfig({ base: './', build: { target: 'es2024', emptyOutDir: true } })
