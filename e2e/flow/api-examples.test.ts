import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import * as app from './api-examples/by-app.ts'
import * as operator from './api-examples/by-operator.ts'
import * as person from './api-examples/by-person.ts'
import { examplesByFile, startStage } from './api-examples/stage.ts'

const stage = startBeforeAll(startStage)

test('every operation of the API answers its example as docs/openapi/examples has it', async () => {
  const prepared = await operator.prepare(stage)
  await app.discover(stage)
  await app.register(stage)
  await operator.lookAfterClients(stage, prepared)
  const people = await person.meetPeople(stage)
  const { id, code_verifier } = await app.authorize(stage, prepared)
  const { code, denied } = await person.answer(stage, prepared, people, id)
  const tokens = await app.useTokens(stage, prepared, { code, code_verifier })
  await app.returnUnanswered(stage, prepared, denied)
  await person.answerSilently(stage, prepared, people)
  await person.answerElsewhere(stage, prepared, people)
  await person.lookAround(stage, people)
  await person.change(stage, people)
  await person.stageItems(people)
  await person.keepUpToDate(stage, prepared, people)
  await person.leave(stage, prepared, people, tokens)
  await operator.lookAfterService(stage, prepared)
  await operator.tidyUp(stage, prepared)

  const files = examplesByFile(stage.recorder.examples)
  for (const [name, examples] of files) {
    await expect
      .soft(`${JSON.stringify(examples, null, 2)}\n`)
      .toMatchFileSnapshot(`../../docs/openapi/examples/${name}.json`)
  }
  const missing = [...stage.recorder.examples].flatMap(([name, examples]) => (examples.length === 0 ? [name] : []))
  expect(missing).toEqual([])
})
