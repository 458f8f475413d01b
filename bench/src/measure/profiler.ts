import { Session } from 'node:inspector/promises'

const session = new Session()

/** Lets the parent have this process profiled while there is load, and not while it starts. */
export function profiler() {
  return { startProfile, stopProfile }
}

async function startProfile(): Promise<void> {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
}

async function stopProfile() {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return profile
}
