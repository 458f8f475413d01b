import { type HttpClient, readJsonFields } from './http-client.ts'
import type { StepName, Timed } from './load.ts'

/** The same five requests against the yardstick. */
export async function runBareFlow({ send }: HttpClient, timed: Timed): Promise<void> {
  const step = async <Field extends string>(name: StepName, body: object, fields: readonly Field[]) =>
    timed(name, async () => readJsonFields(await send({ method: 'POST', path: `/${name}`, body }), fields))
  const { id } = await step('authorize', {}, ['id'])
  await step('details', { id }, ['id'])
  await step('attest', { id }, ['id'])
  const { code } = await step('complete', { id }, ['code'])
  await step('token', { code }, ['data_token'])
}
