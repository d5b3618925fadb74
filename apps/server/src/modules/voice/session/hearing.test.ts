import { expect, test, vi } from 'vitest'
import type {
  CallEngine,
  CallSpeech,
  CallTranscriber,
  EngineOptions,
  SpeakOptions,
  TranscriptionOptions,
} from '../ports.ts'
import { createHearing } from './hearing.ts'

const TEXT = 'We open at nine every day of the week.'

function openHearing({ recognises = true, hasTranscriber = false, isOver = false } = {}) {
  let now = 0
  let options: EngineOptions | undefined
  let transcription: TranscriptionOptions | undefined
  const told: string[] = []
  const spoken: string[] = []
  const pushed = { engine: 0, transcriber: 0 }
  let speakByEngine: (options: SpeakOptions) => Promise<void> = async ({ onSound }) => onSound(new Int16Array(16_000))
  const engine: CallEngine = {
    service: { provider: 'e', name: 'Engine', isOffline: false },
    recognises,
    open(opened) {
      options = opened
      return {
        push: () => void (pushed.engine += 1),
        speak: (_, speakOptions) => speakByEngine(speakOptions),
        tell: (text) => void told.push(text),
        spentUsd: () => 0.25,
        close: () => {},
      }
    },
  }
  const speech: CallSpeech = {
    service: { provider: 's', name: 'Speech', isOffline: true },
    speak: async (text) => void spoken.push(text),
  }
  const transcriber: CallTranscriber = {
    service: { provider: 't', name: 'Transcriber', isOffline: false },
    open(opened) {
      transcription = opened
      return { push: () => void (pushed.transcriber += 1), close: () => {} }
    },
  }
  const feed = vi.fn()
  const onDeaf = vi.fn()
  const onEngineLost = vi.fn()
  const hearing = createHearing({
    clock: { now: () => now, after: () => () => {} },
    log: { warn: vi.fn() },
    transcriber: hasTranscriber ? transcriber : undefined,
    transcription: { model: '', thresholdMs: 50 },
    language: 'en',
    patience: 1,
    engine,
    speech,
    isOver: () => isOver,
    onText: () => {},
    feed,
    onDeaf,
    onEngineLost,
  })
  hearing.open()
  return {
    hearing,
    feed,
    onDeaf,
    onEngineLost,
    told,
    spoken,
    pushed,
    of: () => options as EngineOptions,
    pass: (ms: number) => void (now += ms),
    loseTranscriber: (isLasting?: boolean) => transcription?.onLost('down', isLasting),
    speakWith: (next: typeof speakByEngine) => void (speakByEngine = next),
    speak: () => hearing.speech.speak(TEXT, { signal: new AbortController().signal, onSound: () => {} }),
  }
}

test('opens nothing for a call that ended before its caller connected', () => {
  const { feed, of } = openHearing({ isOver: true })
  expect([of(), feed.mock.calls]).toEqual([undefined, []])
})

test('leaves words and turns to an engine that recognises', () => {
  const { hearing, feed, pushed } = openHearing({ hasTranscriber: true })
  expect(hearing.isServerSide()).toBe(true)
  expect(feed).toHaveBeenCalledWith({ k: 'awaitsTurn', on: true })
  hearing.push(new Int16Array(320))
  expect(pushed).toEqual({ engine: 1, transcriber: 0 })
})

test('takes the words from the caller’s side when the engine recognises none', () => {
  const { hearing, feed, of } = openHearing({ recognises: false })
  expect(hearing.isServerSide()).toBe(false)
  expect(feed).toHaveBeenCalledWith({ k: 'awaitsTurn', on: false })
  of().onSpeech()
  expect(feed).toHaveBeenLastCalledWith({ k: 'bargeIn' })
})

test('tells the engine what it did not hear itself', () => {
  const { hearing, told, of } = openHearing()
  of().onTurn('When do you open?')
  hearing.asked('When do you open?')
  hearing.asked('A typed question')
  expect(told).toEqual(['A typed question'])
})

test.each([true, false])('goes on without a lost engine when there is a transcriber: %s', async (hasTranscriber) => {
  const { hearing, feed, onDeaf, onEngineLost, pushed, spoken, of, speak } = openHearing({ hasTranscriber })
  of().onLost('it closed')
  of().onLost('it closed again')
  expect(feed).toHaveBeenLastCalledWith({ k: 'awaitsTurn', on: false })
  expect(onEngineLost).toHaveBeenCalledTimes(1)
  expect(onDeaf).toHaveBeenCalledTimes(hasTranscriber ? 0 : 1)
  hearing.push(new Int16Array(320))
  expect(pushed).toEqual({ engine: 0, transcriber: hasTranscriber ? 1 : 0 })
  await speak()
  expect(spoken).toEqual([TEXT])
  expect([hearing.spentUsd(), hearing.engineChars()]).toEqual([0.25, 0])
})

test('measures how long a transcriber that takes over from the engine is open', () => {
  const { hearing, of, pass, loseTranscriber } = openHearing({ hasTranscriber: true })
  pass(10_000)
  expect(hearing.heardMs()).toBe(0)
  of().onLost('it closed')
  pass(5000)
  expect(hearing.heardMs()).toBe(5000)
  loseTranscriber()
  pass(3000)
  expect(hearing.heardMs()).toBe(5000)
})

test('gives up a transcriber at once that is lost for good, and otherwise after four more tries', () => {
  const { of, onDeaf, loseTranscriber } = openHearing({ hasTranscriber: true })
  of().onLost('it closed')
  loseTranscriber()
  expect(onDeaf).not.toHaveBeenCalled()
  loseTranscriber(true)
  expect(onDeaf).toHaveBeenCalledTimes(1)
})

test('says the rest of a text with the other voice when the engine breaks off', async () => {
  const { hearing, spoken, speak, speakWith } = openHearing()
  await speak()
  expect([spoken, hearing.engineChars()]).toEqual([[], TEXT.length])
  speakWith(async ({ onSound }) => {
    onSound(new Int16Array(16_000))
    throw new Error('broken')
  })
  await speak()
  expect(TEXT.endsWith(spoken[0] ?? '?')).toBe(true)
  expect(hearing.engineChars()).toBe(2 * TEXT.length - (spoken[0]?.length ?? 0))
})

test('counts an interrupted text as spoken by the engine', async () => {
  const { hearing, speakWith } = openHearing()
  const stopping = new AbortController()
  speakWith(async ({ signal }) => {
    stopping.abort(new Error('interrupted'))
    signal.throwIfAborted()
  })
  await expect(hearing.speech.speak(TEXT, { signal: stopping.signal, onSound: () => {} })).rejects.toThrow(
    'interrupted',
  )
  expect(hearing.engineChars()).toBe(TEXT.length)
})
