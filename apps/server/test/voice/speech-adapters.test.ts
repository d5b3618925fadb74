// What every speech provider and transcriber has to do, each against its simulator.
import { startCartesia } from '@parlance/simulators/cartesia/server'
import { startDeepgram } from '@parlance/simulators/deepgram/server'
import { startElevenLabs } from '@parlance/simulators/elevenlabs/server'
import { startOpenAi } from '@parlance/simulators/openai/server'
import type { SpeechFailure } from '@parlance/simulators/speech/sound'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { cartesiaSpeech, cartesiaVoice } from '../../src/adapters/cartesia/speech.ts'
import { auraModel, deepgramSpeech } from '../../src/adapters/deepgram/speech.ts'
import { deepgramTranscriber } from '../../src/adapters/deepgram/transcriber.ts'
import { elevenLabsSpeech, elevenLabsVoice } from '../../src/adapters/elevenlabs/speech.ts'
import { openAiTranscriber } from '../../src/adapters/openai/call-transcriber.ts'
import { openAiSpeech } from '../../src/adapters/openai/speech.ts'
import { checkSpeech } from '../../src/adapters/sound/check-speech.ts'
import { type CallSpeech, type CallTranscriber, SpeechError } from '../../src/modules/voice/index.ts'
import { withFallback } from '../../src/modules/voice/speech-fallback.ts'

const [deepgram, elevenlabs, cartesia, openai] = await Promise.all([
  startDeepgram(),
  startElevenLabs(),
  startCartesia(),
  startOpenAi(),
])
afterAll(() => Promise.all([deepgram, elevenlabs, cartesia, openai].map((simulator) => simulator.close())))

const LONG = 60_000
vi.setConfig({ testTimeout: LONG })
const TEXT = 'Good morning, how can I help you today?'
/** Sound of 60 ms for each character. */
const WHOLE = TEXT.length * 60
const SOON = { patienceMs: 500 }

interface Wish {
  readonly key?: string
  readonly voiceId?: string
  readonly language?: string
}
interface Provider {
  readonly name: string
  readonly speech: (wish?: Wish) => CallSpeech
  readonly fail: (how: SpeechFailure | undefined) => void
  /** A key of an account without credit. */
  readonly poorKey: () => string
  readonly spoken: () => number
}

const OPENAI_FAULTS = {
  refuse: { kind: 'status', status: 503 },
  busy: { kind: 'status', status: 429 },
  silent: { kind: 'hang' },
  stall: { kind: 'endless' },
  cut: { kind: 'cut' },
  garbage: { kind: 'garbage', form: 'html' },
} as const

const PROVIDERS: Provider[] = [
  {
    name: 'Deepgram',
    speech: ({ key = deepgram.key, voiceId = 'asteria', language = 'en' } = {}) =>
      deepgramSpeech({ apiKey: key, baseUrl: deepgram.url }, { provider: 'deepgram', voiceId, language }),
    fail: deepgram.control.fail,
    poorKey: () => deepgram.control.newKey('poor'),
    spoken: () => deepgram.control.requests.length,
  },
  {
    name: 'ElevenLabs',
    speech: ({ key = elevenlabs.key, voiceId = 'EXAVITQu4vr4xnSDxMaL', language = 'en' } = {}) =>
      elevenLabsSpeech({ apiKey: key, baseUrl: elevenlabs.url }, { provider: 'elevenlabs', voiceId, language }),
    fail: elevenlabs.control.fail,
    poorKey: () => elevenlabs.control.newKey('poor'),
    spoken: () => elevenlabs.control.requests.length,
  },
  {
    name: 'Cartesia',
    speech: ({ key = cartesia.key, voiceId = 'f786b574-daa5-4673-aa0c-cbe3e8534c02', language = 'en' } = {}) =>
      cartesiaSpeech({ apiKey: key, baseUrl: cartesia.url }, { provider: 'cartesia', voiceId, language }),
    fail: cartesia.control.fail,
    poorKey: () => cartesia.control.newKey('poor'),
    spoken: () => cartesia.control.requests.length,
  },
  {
    name: 'OpenAI',
    speech: ({ key = openai.key, voiceId = 'nova', language = 'en' } = {}) =>
      openAiSpeech(
        { apiKey: key, baseUrl: openai.url, sandbox: false, own: false },
        { provider: 'openai', voiceId, language },
      ),
    fail: (how) => openai.control.set({ fault: how === undefined ? null : { ...OPENAI_FAULTS[how], times: 1000 } }),
    poorKey: () => 'sk-poor',
    spoken: () => openai.control.requests.filter(({ path }) => path === '/v1/audio/speech').length,
  },
]

/** Milliseconds of sound, and what went wrong. */
async function say(
  speech: CallSpeech,
  text = TEXT,
  { signal = new AbortController().signal, patienceMs = 20_000 } = {},
) {
  let samples = 0
  let loudest = 0
  const error: unknown = await speech
    .speak(text, {
      signal,
      patienceMs,
      onSound(pcm) {
        samples += pcm.length
        for (const sample of pcm) loudest = Math.max(loudest, Math.abs(sample))
      },
    })
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  return { ms: samples / 16, loudest, kind: error instanceof SpeechError ? error.kind : undefined, error }
}

describe.each(PROVIDERS)('$name', ({ speech, fail, poorKey, spoken }) => {
  afterEach(() => fail(undefined))

  test('speaks at 16 kHz, in any language and with any saved voice', async () => {
    const { ms, loudest, error } = await say(speech())
    expect(error).toBeUndefined()
    expect(Math.abs(ms - WHOLE)).toBeLessThan(20)
    expect(loudest).toBeGreaterThan(3000)
    for (const wish of [
      { language: 'de' },
      { language: 'xx' },
      { language: '' },
      { voiceId: 'nobody' },
      { voiceId: '' },
    ])
      expect(await say(speech(wish))).toMatchObject({ error: undefined })
    expect((await say(speech(), `${'word '.repeat(450)}end`)).error).toBeUndefined()
  })

  test('stops when the signal aborts, and speaks again', async () => {
    fail('stall')
    const abort = new AbortController()
    const speaking = say(
      { ...speech(), speak: (text, options) => speech().speak(text, { ...options, onSound: () => abort.abort() }) },
      TEXT,
      { signal: abort.signal },
    )
    expect((await speaking).error).toBe(abort.signal.reason)
    fail(undefined)
    expect((await say(speech())).error).toBeUndefined()
  })

  test('says what is wrong with a key, a busy or failing provider, and an answer without audio', async () => {
    expect(await say(speech({ key: 'wrong-key' }))).toMatchObject({ ms: 0, kind: 'refused' })
    expect(await say(speech({ key: poorKey() }))).toMatchObject({ ms: 0, kind: 'limited' })
    for (const [how, kind] of [
      ['busy', 'busy'],
      ['refuse', 'unreachable'],
      ['garbage', 'unexpected'],
    ] as const) {
      fail(how)
      expect(await say(speech()), how).toMatchObject({ ms: 0, kind })
    }
    fail('cut')
    expect((await say(speech())).kind).toBe('unreachable')
  })

  test('gives up a provider that never answers, or stops in the middle', async () => {
    fail('silent')
    expect(await say(speech(), TEXT, SOON)).toMatchObject({ ms: 0, kind: 'stalled' })
    fail('stall')
    const stalled = await say(speech(), TEXT, SOON)
    expect(stalled.kind).toBe('stalled')
    expect(stalled.ms).toBeLessThan(WHOLE / 2)
  })

  test('checks a key by one word', async () => {
    expect(await checkSpeech(speech())).toEqual({ result: 'works' })
    expect(await checkSpeech(speech({ key: 'wrong-key' }))).toMatchObject({ result: 'refused', status: 401 })
    expect(await checkSpeech(speech({ key: poorKey() }))).toMatchObject({ result: 'limited' })
    fail('refuse')
    expect(await checkSpeech(speech())).toMatchObject({ result: 'unexpected', status: 503 })
  })

  test('leaves a call to the built-in voice, which says the rest', async () => {
    const builtIn: CallSpeech = {
      service: { provider: 'flite', name: 'Flite', isOffline: true },
      async speak(text, { onSound }) {
        said.push(text)
        onSound(new Int16Array(160))
      },
    }
    const said: string[] = []
    let lost = 0
    const fallback = () =>
      withFallback(speech(), builtIn, { onFailed: () => undefined, onLost: () => void (lost += 1) })
    fail('busy')
    const busy = fallback()
    await say(busy)
    expect([said, lost]).toEqual([[TEXT], 0])
    fail(undefined)
    expect((await say(busy)).ms).toBeGreaterThan(WHOLE - 20)
    expect(busy.builtInChars()).toBe(TEXT.length)
    fail('cut')
    const cut = fallback()
    said.length = 0
    await say(cut)
    expect(TEXT.endsWith(said[0] ?? '-')).toBe(true)
    await say(cut)
    expect(lost).toBe(1)
    const before = spoken()
    await say(cut, 'Goodbye.')
    expect(spoken()).toBe(before)
    expect(said.at(-1)).toBe('Goodbye.')
    fail('stall')
    await say(fallback(), TEXT, SOON)
    expect(lost).toBe(2)
  })
})

const TRANSCRIBERS: {
  readonly name: string
  readonly transcriber: (key?: string) => CallTranscriber
  readonly hear: (...utterances: string[]) => void
  readonly fail: (how: 'refuse' | 'drop' | undefined) => void
}[] = [
  {
    name: 'Deepgram',
    transcriber: (key = deepgram.key) => deepgramTranscriber({ apiKey: key, baseUrl: deepgram.url }),
    hear: deepgram.control.hear,
    fail: deepgram.control.fail,
  },
  {
    name: 'OpenAI',
    transcriber: (key = openai.key) =>
      openAiTranscriber({ apiKey: key, baseUrl: openai.url, sandbox: false, own: false }, 'gpt-4o-transcribe'),
    hear: openai.realtime.hear,
    fail: openai.realtime.fail,
  },
]

describe.each(TRANSCRIBERS)('$name', ({ transcriber, hear, fail }) => {
  afterEach(() => fail(undefined))
  const open = (key?: string) => {
    const finals: string[] = []
    const { promise: lost, resolve } = Promise.withResolvers<string>()
    const stream = transcriber(key).open({
      model: 'nova-2',
      language: 'en',
      thresholdMs: 50,
      onText: (text, isFinal) => void (isFinal && finals.push(text)),
      onLost: resolve,
    })
    return { stream, finals, lost }
  }
  const tone = (ms: number, amplitude: number) =>
    Int16Array.from({ length: ms * 16 }, (_, at) => Math.round(Math.sin(at / 5) * amplitude))

  test('writes out what it hears, also what was said before it connected', async () => {
    hear('What does it cost?', 'Thank you.')
    const { stream, finals } = open()
    stream.push(tone(600, 8000))
    stream.push(tone(600, 0))
    await expect.poll(() => finals, { timeout: 30_000 }).toEqual(['What does it cost?'])
    stream.push(tone(600, 8000))
    stream.push(tone(600, 0))
    await expect.poll(() => finals, { timeout: 30_000 }).toEqual(['What does it cost?', 'Thank you.'])
    stream.close()
  })

  test('is lost by a wrong key, a refusal or a dropped connection, and opens again', async () => {
    expect(await open('wrong-key').lost).toContain('401')
    fail('refuse')
    expect(await open().lost).toContain('503')
    fail('drop')
    expect(await open().lost).toContain('1011')
    fail(undefined)
    hear('Hello.')
    const { stream, finals } = open()
    stream.push(tone(600, 8000))
    stream.push(tone(600, 0))
    await expect.poll(() => finals, { timeout: 30_000 }).toEqual(['Hello.'])
    stream.close()
  })
})

test('Deepgram is given up when it writes out nothing of what is said, and not in silence', async () => {
  deepgram.control.fail('stall')
  const tone = (amplitude: number) => Int16Array.from({ length: 9600 }, (_, at) => Math.sin(at / 5) * amplitude)
  const lost: string[] = []
  const open = (name: string) =>
    deepgramTranscriber({ apiKey: deepgram.key, baseUrl: deepgram.url }, 200).open({
      model: 'nova-2',
      language: 'en',
      thresholdMs: 50,
      onText: () => {},
      onLost: (reason) => void lost.push(`${name}: ${reason}`),
    })
  const [silent, spoken] = [open('silent'), open('spoken')]
  silent.push(tone(0))
  spoken.push(tone(8000))
  await expect.poll(() => lost, { timeout: 30_000 }).toEqual(['spoken: it says nothing any more'])
  silent.close()
  deepgram.control.fail(undefined)
})

test('a key that may not speak is refused as such, and a missing default voice is no fault of the key', async () => {
  const apiKey = elevenlabs.control.newKey('readOnly')
  const speech = elevenLabsSpeech({ apiKey, baseUrl: elevenlabs.url }, { provider: '', voiceId: '', language: 'en' })
  expect(await checkSpeech(speech)).toEqual({ result: 'refused', status: 403 })
  const missing = elevenLabsSpeech(
    { apiKey: elevenlabs.key, baseUrl: elevenlabs.url },
    { provider: '', voiceId: 'aVoiceThatIsNowhere0', language: 'en' },
  )
  expect((await say(missing)).kind).toBe('unexpected')
  expect(await checkSpeech(missing)).toEqual({ result: 'works' })
})

test.each([
  ['asteria', 'en', 'aura-asteria-en'],
  ['Thalia', 'en-GB', 'aura-2-thalia-en'],
  ['asteria', 'de', 'aura-2-viktoria-de'],
  ['orion', 'de-AT', 'aura-2-julius-de'],
  ['viktoria', 'de', 'aura-2-viktoria-de'],
  ['viktoria', 'en', 'aura-asteria-en'],
  ['zeus', 'pt', 'aura-zeus-en'],
  ['nova', 'fr', 'aura-2-agathe-fr'],
  ['aura-2-helena-en', 'de', 'aura-2-helena-en'],
  ['', '', 'aura-asteria-en'],
])('Deepgram speaks «%s» in «%s» as %s', (voice, language, model) => {
  expect(auraModel(voice, language)).toBe(model)
})

test('voices of other providers become the provider’s own default', () => {
  expect(elevenLabsVoice('asteria').name).toBe('Sarah')
  expect(elevenLabsVoice('george').voiceId).toBe('JBFqnCBsd6RMkjVDRZzb')
  expect(elevenLabsVoice('Cl0nedVoice0fTheOwner').voiceId).toBe('Cl0nedVoice0fTheOwner')
  expect(cartesiaVoice('asteria').name).toBe('Katie')
  expect(cartesiaVoice('../voices').name).toBe('Katie')
  expect(cartesiaVoice('11111111-2222-3333-4444-555555555555').voiceId).toBe('11111111-2222-3333-4444-555555555555')
})
