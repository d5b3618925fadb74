import type { CallerMessage, CallMessage } from '@parlance/contract/voice/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallClient } from './call-client.ts'

class FakeSocket {
  static readonly OPEN = 1
  readyState = 0
  bufferedAmount = 0
  readonly sent: CallerMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor() {
    sockets.push(this)
  }
  send(data: string) {
    this.sent.push(JSON.parse(data) as CallerMessage)
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  tell(message: CallMessage) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}
let sockets: FakeSocket[] = []

const node = () => ({ connect: () => undefined, disconnect: () => undefined, port: { postMessage: () => undefined } })
class FakeAudio {
  audioWorklet = { addModule: async () => undefined }
  resume = async () => undefined
  close = async () => undefined
  createMediaStreamSource = node
}
const microphone = () => {
  const track = { readyState: 'live', stop: () => void (track.readyState = 'ended') }
  return { getTracks: () => [track], getAudioTracks: () => [track] }
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      port = { postMessage: () => undefined, onmessage: null }
      connect = () => undefined
    },
  )
  const devices = { getUserMedia: async () => microphone(), enumerateDevices: async () => [] }
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const TYPED = { provider: 'typed', name: '', isOffline: true }
const READY: CallMessage = { t: 'ready', callId: 'c', transcriber: TYPED, speech: TYPED, records: false, at: 0 }

async function call() {
  const grant = { callId: 'c', token: 'x', socket: '/ws', language: 'en' }
  const client = createCallClient({ start: async () => grant, workletUrl: '/worklet.js', origin: 'http://there' })
  await client.begin()
  return client
}
const latest = () => {
  const socket = sockets.at(-1)
  if (!socket) throw new Error('There is no connection.')
  return socket
}

test('says and mutes after a lost connection what was typed and pressed meanwhile', async () => {
  const client = await call()
  latest().open()
  latest().tell(READY)
  latest().close()
  expect(client.view().phase).toBe('reconnecting')
  client.type('My number is 12.')
  client.mute(true)
  await vi.advanceTimersByTimeAsync(300)
  const again = latest()
  expect(sockets).toHaveLength(2)
  again.open()
  client.type('It is for Mia.')
  expect(again.sent.map(({ t }) => t)).toEqual(['hello'])
  again.tell(READY)
  expect(again.sent.slice(1)).toEqual([
    { t: 'mute', on: true },
    { t: 'text', text: 'My number is 12.' },
    { t: 'text', text: 'It is for Mia.' },
  ])
  client.type('Thank you.')
  expect(again.sent.at(-1)).toEqual({ t: 'text', text: 'Thank you.' })
  again.close()
  await vi.advanceTimersByTimeAsync(300)
  latest().open()
  latest().tell(READY)
  expect(latest().sent.slice(1)).toEqual([{ t: 'mute', on: true }])
})

test('tries again after a lost connection to transcribe, and tells when it still cannot', async () => {
  let fail = () => {}
  class Recognition {
    onerror: ((event: { readonly error: string }) => void) | null = null
    start = () => void (fail = () => this.onerror?.({ error: 'not-allowed' }))
    abort = () => undefined
  }
  vi.stubGlobal('SpeechRecognition', Recognition)
  const ready: CallMessage = { ...READY, transcriber: { ...TYPED, provider: 'browser' } }
  const client = await call()
  latest().open()
  latest().tell(ready)
  latest().close()
  fail()
  expect(client.view().hears).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  latest().open()
  latest().tell(ready)
  expect(client.view().hears).toBe(true)
  fail()
  expect([latest().sent.at(-1), client.view().hears]).toEqual([{ t: 'hears', on: false }, false])
})

test('goes on transcribing the microphone that the caller chooses', async () => {
  const heard: MediaStreamTrack[] = []
  class Recognition {
    onend: (() => void) | null = null
    start = (track: MediaStreamTrack) => void heard.push(track)
    abort = () => this.onend?.()
  }
  vi.stubGlobal('SpeechRecognition', Recognition)
  const client = await call()
  latest().open()
  latest().tell({ ...READY, transcriber: { ...TYPED, provider: 'browser' } })
  await client.choose('other')
  await vi.advanceTimersByTimeAsync(200)
  expect(heard.map(({ readyState }) => readyState)).toEqual(['ended', 'live'])
})
