import { VERSION } from '@countersign/service/settings'
import { defineConfig } from 'vite'
import { clientManifest } from './build/client-manifest.ts'
import { pageBuild } from './build/page-build.ts'
import { scriptBudget } from './build/script-budget.ts'

export default defineConfig(pageBuild('assets', [scriptBudget(), clientManifest(VERSION)]))
