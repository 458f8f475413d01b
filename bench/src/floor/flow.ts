import { type HttpClient, readJsonFields } from '../load/http-client.ts'
import type { StepName, Timed } from '../load/run-load.ts'

type Servers = { readonly front: HttpClient; readonly back: HttpClient }

/** The same five requests against the floor, each to the half that a whole flow asks. */
export async function runFloorFlow({ front, back }: Servers, timed: Timed) {
  const step = async <Field extends string>(
    { send }: HttpClient,
    name: StepName,
    { body, fields }: { readonly body: object; readonly fields: readonly Field[] },
  ) => timed(name, async () => readJsonFields(await send({ method: 'POST', path: `/${name}`, body }), fields))
  const { id } = await step(back, 'authorize', { body: {}, fields: ['id'] })
  await step(front, 'details', { body: { id }, fields: ['id'] })
  await step(front, 'attest', { body: { id }, fields: ['id'] })
  const { code } = await step(front, 'complete', { body: { id }, fields: ['code'] })
  return step(back, 'token', { body: { code }, fields: ['data_token', 'access_token', 'refresh_token'] })
}
