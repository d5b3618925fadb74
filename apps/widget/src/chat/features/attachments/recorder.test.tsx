import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadLanguage } from '../../../i18n.ts'
import { act, mount } from '../../../testing/dom.tsx'
import { loadParts } from '../../../testing/parts.ts'
import { sampleAgent } from '../../../testing/sample.ts'
import { root, stage } from '../../../testing/render-item.tsx'
import { onDemandEn as en } from '../../../on-demand-texts.ts'
import { Refusal } from '../../refusal.ts'
import { AppearanceProvider, readAppearance } from '../../ui/appearance.ts'
import { Recorder } from './recorder.tsx'

const stopped: string[] = []
const stream = { getTracks: () => [{ stop: () => stopped.push('track') }] }
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith('audio/ogg')
  state = 'inactive'
  mimeType = 'audio/ogg;codecs=opus'
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }))
    this.dispatchEvent(new Event('stop'))
  }
}
class FakeContext {
  createAnalyser = () => ({ fftSize: 0, getByteTimeDomainData: () => undefined })
  createMediaStreamSource = () => ({ connect: () => undefined })
  close = async () => stopped.push('meter')
}
const microphone = (getUserMedia: () => Promise<unknown>) =>
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
beforeEach(() => {
  stopped.splice(0)
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('AudioContext', FakeContext)
})
afterEach(() => vi.unstubAllGlobals())

async function draw(answers: { readonly attach?: () => Promise<unknown>; readonly own?: () => Promise<unknown> } = {}) {
  const it = stage()
  const attached: File[] = []
  Object.assign(it.controller, {
    attach: (file: File) => {
      attached.push(file)
      return (
        answers.attach?.() ?? Promise.resolve({ id: 'n', url: '/media/eu/n.ogg', name: file.name, mime: 'audio/ogg' })
      )
    },
    own: () => answers.own?.() ?? Promise.resolve({ data: { text: 'What I said' } }),
  })
  const onEnd = vi.fn<() => void>()
  await loadParts('en')
  const appearance = readAppearance(sampleAgent(), await loadLanguage('en'))
  await mount(
    <AppearanceProvider value={appearance}>
      <Recorder controller={it.controller} onEnd={onEnd} />
    </AppearanceProvider>,
    root,
  )
  return { ...it, attached, onEnd }
}
const says = () => root.querySelector('.says')?.textContent
const button = (name: string) => root.querySelector<HTMLElement>(`[aria-label="${name}"]`)
const sendNote = async () => {
  await expect.poll(() => button(en.voiceSend)).toBeTruthy()
  await act(async () => button(en.voiceSend)?.click())
}

test.each([
  ['NotAllowedError', en.voiceDenied],
  ['NotFoundError', en.voiceMissing],
  ['AbortError', en.voiceBroken],
])('a microphone that answers %s is told in words, and nothing can be sent', async (name, words) => {
  microphone(() => Promise.reject(new DOMException('no', name)))
  await draw()
  await expect.poll(says).toBe(words)
  expect([button(en.voiceSend), button(en.voiceRetry)]).toEqual([null, null])
  expect(button(en.voiceDiscard)).toBeTruthy()
})

test('uploads and transcribes a voice note, and sends its text with the audio', async () => {
  microphone(async () => stream)
  const it = await draw()
  await sendNote()
  await expect.poll(() => it.posted).toHaveLength(1)
  expect(it.posted[0]?.text).toBe('What I said')
  expect(it.attached[0]).toMatchObject({ name: 'voice-note.ogg', type: 'audio/ogg' })
  expect(it.controller.state().entries[0]?.items[1]).toMatchObject({ type: 'file', url: '/media/eu/n.ogg' })
  expect(it.onEnd).toHaveBeenCalled()
  expect(stopped).toEqual(['track', 'meter'])
})

test('retries the same recording from the step that failed', async () => {
  microphone(async () => stream)
  const owns = [() => Promise.reject(new Refusal(502, 'MODEL_UNAVAILABLE', 0)), undefined]
  const it = await draw({ own: () => owns.shift()?.() ?? Promise.resolve({ data: { text: 'Next' } }) })
  await sendNote()
  await expect.poll(says).toBe(en.voiceUnwritten)
  await act(async () => button(en.voiceRetry)?.click())
  await expect.poll(() => it.posted[0]?.text).toBe('Next')
  expect(it.attached).toHaveLength(1)
})

test('reports silence and records again', async () => {
  microphone(async () => stream)
  await draw({ own: () => Promise.reject(new Refusal(400, 'INVALID_INPUT', 0)) })
  await sendNote()
  await expect.poll(says).toBe(en.voiceSilent)
  expect(button(en.voiceRetry)).toBeNull()
})

test('discards the recording and releases the microphone on Escape', async () => {
  microphone(async () => stream)
  const it = await draw()
  await expect.poll(() => button(en.voiceSend)).toBeTruthy()
  await act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(it.onEnd).toHaveBeenCalled()
  expect(it.attached).toEqual([])
})
