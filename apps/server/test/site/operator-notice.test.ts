import { startTestServer } from '../helpers/app.ts'
import { expect, test } from 'vitest'
import { call, type Person } from '../helpers/people.ts'

const server = await startTestServer()

const wanted = async ({ token }: Person) =>
  (await server.must<{ wanted: boolean }>('GET', `${server.url}/api/operator-notice`, token)).wanted

test('asks only the first account of an installation without an operator', async () => {
  const first = await server.signUp('eu')
  const second = await server.signUp('eu')
  expect([await wanted(first), await wanted(second)]).toEqual([true, false])
  expect((await call('GET', `${server.url}/api/operator-notice`, {})).status).toBe(401)
  expect((await call<{ operatorNamed: boolean }>('GET', `${server.url}/api/status`, {})).body.operatorNamed).toBe(false)
})
