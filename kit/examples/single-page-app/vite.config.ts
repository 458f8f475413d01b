import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The page gets only these variables, both public, of those that `countersign dev` writes.
export default defineConfig({ plugins: [react()], envPrefix: ['ISSUER', 'CLIENT_ID'] })
