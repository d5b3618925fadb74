import { afterEach, expect, test, vi } from 'vitest'
import { FakeRequest } from '../../../testing/fake-request.ts'
import { uploadImage } from './upload-image.ts'

afterEach(() => vi.unstubAllGlobals())

async function begin() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  FakeRequest.made = []
  const percents: number[] = []
  const controller = new AbortController()
  const done = uploadImage('na', 'agent1')(new File(['hello'], 'a.png', { type: 'image/png' }), {
    signal: controller.signal,
    onProgress: (percent) => percents.push(percent),
  })
  const told = done.then(
    (url) => url,
    (error: unknown) => (error as Error).message,
  )
  const request = await vi.waitFor(() => {
    const [made] = FakeRequest.made
    if (!made?.sent) throw new Error('nothing is sent yet')
    return made
  })
  return { request, percents, controller, told }
}

test('sends the file to its region as a data URL and returns the address', async () => {
  const { request, percents, told } = await begin()
  expect(request.opened).toEqual(['POST', '/api/na/rpc/uploadFile'])
  expect(JSON.parse(request.sent)).toEqual({
    agentId: 'agent1',
    base64Payload: `data:image/png;base64,${btoa('hello')}`,
    targetPath: 'a.png',
  })
  request.progress(1, 3)
  request.progress(3, 3)
  request.answer(200, { data: { url: 'https://chat.example/media/na/x.png' } })
  expect(await told).toBe('/media/na/x.png')
  expect(percents).toEqual([33, 100])
})

test.each([
  [413, { code: 'PAYLOAD_TOO_LARGE', message: 'Max size: 5 MBs' }, 'Max size: 5 MBs'],
  [500, { code: 'INTERNAL', message: 'Something went wrong.', requestId: 'abc' }, 'abc'],
  [502, null, ''],
])('a refusal of %i is told in a sentence', async (status, body, sentence) => {
  const { request, told } = await begin()
  request.answer(status, body)
  const message = await told
  expect(message).toMatch(/\w/)
  expect(message).toContain(sentence)
})

test('reports a lost connection as such', async () => {
  const { request, told } = await begin()
  request.dispatchEvent(new Event('error'))
  expect(await told).toContain('We couldn’t reach the server')
})

test('aborts the request when cancelled', async () => {
  const { request, controller, told } = await begin()
  controller.abort()
  expect(request.aborted).toBe(true)
  expect(await told).toContain('cancelled')
})
