import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recogniser } from './recogniser.ts'

type Track = MediaStreamTrack
const track = () => ({ readyState: 'live' }) as { readyState: Track['readyState'] } & Track

/** What recognition listens to: a microphone, the browser's own, or nothing. */
let heard: Track | 'default' | undefined
let end: () => void
class Recognition {
  onend: (() => void) | null = null
  constructor() {
    end = () => {
      heard = undefined
      this.onend?.()
    }
  }
  start(...given: Track[]) {
    const [from] = given
    if (heard !== undefined || (given.length > 0 && from?.readyState !== 'live')) throw new Error('InvalidStateError')
    heard = from ?? 'default'
  }
  abort() {
    if (heard !== undefined) queueMicrotask(end)
  }
}
beforeEach(() => {
  vi.useFakeTimers()
  heard = undefined
  vi.stubGlobal('SpeechRecognition', Recognition)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const open = () => {
  const made = recogniser({ language: 'en', onWords: () => undefined, onUnable: () => undefined })
  if (!made) throw new Error('There is no recognition.')
  return made
}

test('listens to the browser’s own microphone when the chosen one is gone', async () => {
  const first = track()
  const words = open()
  words.start(first)
  expect(heard).toBe(first)
  first.readyState = 'ended'
  end()
  await vi.advanceTimersByTimeAsync(200)
  expect(heard).toBe('default')
})

test('goes on with another microphone, but not while it is stopped', async () => {
  const [first, second, third] = [track(), track(), track()]
  const words = open()
  words.start(first)
  words.use(second)
  first.readyState = 'ended'
  await vi.advanceTimersByTimeAsync(200)
  expect(heard).toBe(second)
  words.stop()
  words.use(third)
  await vi.advanceTimersByTimeAsync(200)
  expect(heard).toBeUndefined()
  words.start()
  expect(heard).toBe(third)
})
