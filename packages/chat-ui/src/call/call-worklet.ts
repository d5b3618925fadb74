// Runs on the audio thread: sends microphone frames, plays and reports the agent's audio.
import { createFramer, createPlayer } from './resample-frames.ts'

declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** As in `packages/contract/src/voice/protocol.ts`; imports only what the audio thread needs. */
const CALL_RATE = 16_000
const FRAME_SAMPLES = 320
const REPORT_MS = 100

export type ToWorklet =
  | { readonly k: 'sound'; readonly gen: number; readonly startMs: number; readonly pcm: Int16Array }
  | { readonly k: 'clear'; readonly gen: number }
  | { readonly k: 'hold' | 'duck' | 'mute'; readonly on: boolean }
export type FromWorklet =
  | { readonly k: 'frame'; readonly pcm: Int16Array; readonly level: number }
  | { readonly k: 'played'; readonly gen: number; readonly ms: number }

class CallProcessor extends AudioWorkletProcessor {
  readonly #frames = createFramer(sampleRate, CALL_RATE, FRAME_SAMPLES)
  readonly #player = createPlayer(CALL_RATE, sampleRate)
  #isMuted = false
  #since = 0
  #told = ''

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
      if (data.k === 'sound') this.#player.push(data)
      else if (data.k === 'clear') this.#tell(data.gen, this.#player.clear(data.gen))
      else if (data.k === 'hold') this.#player.hold(data.on)
      else if (data.k === 'duck') this.#player.duck(data.on)
      else this.#isMuted = data.on
    }
  }

  #send(message: FromWorklet): void {
    this.port.postMessage(message)
  }

  #tell(gen: number, ms: number): void {
    this.#send({ k: 'played', gen, ms: Math.round(ms) })
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const input = inputs[0]?.[0]
    if (input && !this.#isMuted) {
      let sum = 0
      for (const sample of input) sum += sample * sample
      const level = Math.min(1, Math.sqrt(sum / input.length) * 6)
      for (const pcm of this.#frames(input)) this.#send({ k: 'frame', pcm, level })
    }
    const [out, ...others] = outputs[0] ?? []
    if (!out) return true
    this.#player.fill(out)
    for (const other of others) other.set(out)
    this.#since += (out.length * 1000) / sampleRate
    const position = this.#player.position()
    if (!position) return true
    const now = `${position.gen}:${Math.round(position.ms)}`
    if (now !== this.#told && (this.#since >= REPORT_MS || !this.#player.isPlaying())) {
      this.#since = 0
      this.#told = now
      this.#tell(position.gen, position.ms)
    }
    return true
  }
}

registerProcessor('call', CallProcessor)
