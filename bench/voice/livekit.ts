// The same timelines in LiveKit Agents: its published session in real time, without a server, with a recogniser, voice
// activity, model and voice of the bench's delays. It is far too large for a dependency, so a folder has to hold it.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER, callerEvents, DELAYS, type Played, WORD_MS } from './play-timeline.ts'
import type { Timeline } from './timelines.ts'

type Class<T> = abstract new (...args: never[]) => T
type Loose = Record<string, unknown>
interface Session {
  input: { audio: unknown }
  output: { audio: unknown }
  start: (of: Loose) => Promise<void>
  generateReply: (of: Loose) => unknown
  close: () => Promise<void>
}
interface VadStream {
  sendVADEvent: (event: Loose) => void
  inputReader: { read: () => Promise<{ done: boolean }> }
}
interface AudioOutput {
  captureFrame(frame: Frame): Promise<void>
  onPlaybackStarted(at: number): void
  onPlaybackFinished(of: Loose): void
  flush(): void
}
interface Frame {
  readonly samplesPerChannel: number
  readonly sampleRate: number
}
interface LiveKit {
  readonly initializeLogger: (of: Loose) => void
  readonly VAD: new (of: Loose) => object
  readonly VADStream: new (vad: object) => VadStream
  readonly VADEventType: Readonly<Record<'START_OF_SPEECH' | 'INFERENCE_DONE' | 'END_OF_SPEECH', number>>
  readonly stt: {
    readonly STT: new (of: Loose) => object
    readonly SpeechEventType: Readonly<Record<'INTERIM_TRANSCRIPT' | 'FINAL_TRANSCRIPT', number>>
  }
  readonly llm: { readonly LLM: Class<object> }
  readonly tts: { readonly TTS: new (rate: number, channels: number, of: Loose) => object }
  readonly voice: {
    readonly Agent: new (of: Loose) => object
    readonly AgentSession: new (of: Loose) => Session
    readonly AudioInput: new () => { multiStream: { addInputStream: (stream: ReadableStream) => void } }
    readonly AudioOutput: new (rate: number, next: undefined, of: Loose) => AudioOutput
  }
}

const RATE = 16_000
/** How often voice activity is reported. */
const ACTIVITY_MS = 32
/** Sessions at once. */
const AT_ONCE = 40

export async function playAtLiveKit(folder: string, timelines: readonly Timeline[]): Promise<readonly Played[]> {
  const load = createRequire(join(folder, 'package.json'))
  const kit = load('@livekit/agents') as LiveKit
  const { AudioFrame } = load('@livekit/rtc-node') as {
    AudioFrame: new (pcm: Int16Array, rate: number, channels: number, samples: number) => Frame
  }
  kit.initializeLogger({ pretty: false, level: 'silent' })
  const silence = (ms: number) => new AudioFrame(new Int16Array((ms * RATE) / 1000), RATE, 1, (ms * RATE) / 1000)

  class Activity extends kit.VADStream {
    constructor(vad: object) {
      super(vad)
      void this.drain()
    }
    async drain() {
      while (!(await this.inputReader.read()).done);
    }
    tell(kind: keyof LiveKit['VADEventType'], more: Loose) {
      this.sendVADEvent({
        type: kit.VADEventType[kind],
        samplesIndex: 0,
        timestamp: Date.now(),
        speechDuration: 0,
        silenceDuration: 0,
        frames: [],
        probability: 1,
        inferenceDuration: 0,
        speaking: kind !== 'END_OF_SPEECH',
        rawAccumulatedSilence: 0,
        rawAccumulatedSpeech: 0,
        ...more,
      })
    }
  }
  class Vad extends kit.VAD {
    label = 'bench'
    opened: Activity | undefined
    stream() {
      this.opened = new Activity(this)
      return this.opened
    }
  }
  class Recogniser extends kit.stt.STT {
    label = 'bench'
  }
  class Model extends (kit.llm.LLM as new () => object) {
    label = () => 'bench'
  }
  class Voice extends kit.tts.TTS {
    label = 'bench'
  }
  class Microphone extends kit.voice.AudioInput {
    constructor() {
      super()
      this.multiStream.addInputStream(new ReadableStream())
    }
  }
  class Speaker extends kit.voice.AudioOutput {
    /** When it was paused or stopped. */
    readonly silencedAt: number[] = []
    clears = 0
    private ms = 0
    private since: number | undefined
    private playedMs = 0
    private isWhole = false
    private timer: NodeJS.Timeout | undefined
    constructor() {
      super(RATE, undefined, { pause: true })
    }
    override async captureFrame(frame: Frame) {
      await super.captureFrame(frame)
      if (this.ms === 0) {
        this.onPlaybackStarted(Date.now())
        this.since = Date.now()
      }
      this.ms += (frame.samplesPerChannel / frame.sampleRate) * 1000
    }
    override flush() {
      super.flush()
      if (this.ms === 0) return
      this.isWhole = true
      this.plan()
    }
    private plan() {
      clearTimeout(this.timer)
      if (this.since !== undefined && this.isWhole)
        this.timer = setTimeout(() => this.finish(false), Math.max(0, this.ms - this.position()))
    }
    private position() {
      return this.playedMs + (this.since === undefined ? 0 : Date.now() - this.since)
    }
    private finish(interrupted: boolean) {
      const playbackPosition = Math.min(this.ms, this.position()) / 1000
      clearTimeout(this.timer)
      this.ms = 0
      this.playedMs = 0
      this.since = undefined
      this.isWhole = false
      this.onPlaybackFinished({ playbackPosition, interrupted })
    }
    clearBuffer() {
      if (this.ms === 0) return
      this.clears += 1
      this.silencedAt.push(Date.now())
      this.finish(true)
    }
    pause() {
      if (this.since === undefined) return
      this.silencedAt.push(Date.now())
      this.playedMs = this.position()
      this.since = undefined
      clearTimeout(this.timer)
    }
    resume() {
      if (this.since !== undefined || this.ms === 0) return
      this.since = Date.now()
      this.plan()
    }
  }

  const play = async (timeline: Timeline): Promise<Played> => {
    const asks: string[] = []
    const words = Promise.withResolvers<ReadableStreamDefaultController>()
    class Agent extends kit.voice.Agent {
      onUserTurnCompleted(_context: unknown, message: { textContent?: string }) {
        asks.push(message.textContent ?? '')
        return Promise.resolve()
      }
      sttNode() {
        return Promise.resolve(new ReadableStream({ start: (controller) => words.resolve(controller) }))
      }
      async llmNode() {
        await sleep(DELAYS.model)
        return ReadableStream.from([ANSWER])
      }
      async ttsNode(text: ReadableStream<string>) {
        const all = (await Array.fromAsync(text)).join('')
        await sleep(DELAYS.speech)
        return ReadableStream.from(
          all
            .trim()
            .split(/\s+/)
            .map(() => silence(WORD_MS)),
        )
      }
    }
    const vad = new Vad({ updateInterval: ACTIVITY_MS })
    const session = new kit.voice.AgentSession({
      vad,
      stt: new Recogniser({ streaming: true, interimResults: true }),
      llm: new Model(),
      tts: new Voice(RATE, 1, { streaming: true }),
      turnHandling: { turnDetection: 'vad', interruption: { mode: 'vad' } },
      aecWarmupDuration: null,
    })
    const speaker = new Speaker()
    session.input.audio = new Microphone()
    session.output.audio = speaker
    await session.start({ agent: new Agent({ instructions: '' }), record: false })
    const recognised = await words.promise
    const { events, overSince, end } = callerEvents(timeline)
    const began = Date.now()
    const until = (at: number) => sleep(Math.max(0, began + at - Date.now()))
    let spokenSince: number | undefined
    const speaking = setInterval(() => {
      if (spokenSince === undefined) return
      const ms = Date.now() - spokenSince
      vad.opened?.tell('INFERENCE_DONE', { speechDuration: ms, rawAccumulatedSpeech: ms })
    }, ACTIVITY_MS)
    for (const { at, event } of events.toSorted((a, b) => a.at - b.at)) {
      await until(at)
      if (event.k === 'typed') session.generateReply({ userInput: event.text })
      else if (event.k === 'vad') {
        const ago = event.ago ?? 0
        const ms = event.on ? ago : Date.now() - ago - (spokenSince ?? Date.now())
        vad.opened?.tell(event.on ? 'START_OF_SPEECH' : 'END_OF_SPEECH', {
          speechDuration: ms,
          ...(event.on ? {} : { silenceDuration: ago }),
        })
        spokenSince = event.on ? Date.now() - ago : undefined
      } else if (event.k === 'stt') {
        const { text, final } = event
        const type = kit.stt.SpeechEventType[final ? 'FINAL_TRANSCRIPT' : 'INTERIM_TRANSCRIPT']
        const { language } = timeline
        recognised.enqueue({ type, alternatives: [{ text, language, startTime: 0, endTime: 0, confidence: 1 }] })
      }
    }
    await until(end)
    clearInterval(speaking)
    const { clears, silencedAt } = speaker
    const first = silencedAt.find((at) => at >= began + (overSince ?? 0))
    recognised.close()
    await session.close()
    return {
      asks,
      clears,
      overheadMs: [],
      silencedMs: overSince === undefined || first === undefined ? undefined : first - began - overSince,
    }
  }

  const played: Played[] = []
  const rest = timelines.entries()
  const worker = async () => {
    for (const [index, timeline] of rest) played[index] = await play(timeline)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return played
}
