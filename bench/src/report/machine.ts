import { cpus } from 'node:os'

/** The machine that was measured on. */
export const MACHINE = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }

export const MEASURED_ON = `Measured on ${MACHINE.cores} cores (${MACHINE.cpu}), Node ${MACHINE.node}, which run the load and the database too.`
