import { pageBuild } from '@countersign/web/build/page-build.ts'
import { defineConfig } from 'vite'
import { wholeManifest } from './build/whole-manifest.ts'
import { ASSETS } from './server/mount-console.ts'

export default defineConfig(pageBuild(ASSETS, [wholeManifest()]))
