#!/usr/bin/env node
import { runVerifyClient } from './program.ts'

process.exitCode = await runVerifyClient(process.argv.slice(2))
