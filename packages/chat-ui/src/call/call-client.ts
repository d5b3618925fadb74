// The browser's side of a web call: microphone, playback, reconnecting socket, and view state.
import type { CallMessage, CallPhase, CallerMessage, EndReason, VoiceService } from '@parlance/contract/voice/protocol'
import { CALL_RATE, micFrame, readSpeechFrame, VOICE_PROTOCOL } from '@parlance/contract/voice/protocol'
import type { FromWorklet, ToWorklet } from './call-worklet.ts'
import { recogniser, type Recogniser } from './recogniser.ts'

export interface CallGrant {
  readonly callId: string
  readonly token: string
  /** A path on the server's origin. */
  readonly socket: string
  readonly language: string
}

/** Why a call did not start or ended by itself. */
export type CallFault = 'denied' | 'no_microphone' | 'unsupported' | 'refused' | 'lost'

export interface Caption {
  readonly id: number
  readonly from: 'caller' | 'agent'
  readonly text: string
  /** The heard part of an interrupted answer. */
  readonly heard?: string | undefined
  readonly isFinal: boolean
}

export interface CallView {
  readonly phase: CallPhase | 'asking' | 'reconnecting'
  readonly fault: CallFault | undefined
  /** The server's refusal. */
  readonly refusal: string
  readonly endReason: EndReason | undefined
  readonly captions: readonly Caption[]
  readonly isMuted: boolean
  readonly records: boolean
  /** False when the caller has to type. */
  readonly hears: boolean
  readonly transcriber: VoiceService | undefined
  readonly speech: VoiceService | undefined
  readonly answeredAt: number | undefined
  readonly callId: string | undefined
  readonly conversationId: string | undefined
  readonly devices: readonly { readonly id: string; readonly label: string }[]
  readonly deviceId: string
}

export interface CallClientOptions {
  readonly start: () => Promise<CallGrant>
  /** Why the caller may not call yet, before the microphone is asked for. */
  readonly refusal?: string | undefined
  /** URL of the audio worklet's script. */
  readonly workletUrl: string
  readonly origin?: string
}

const RETRY_MS = [300, 1000, 2000, 4000, 7000]
const PING_MS = 2000
/** A connection without any answer for this long is lost, whatever the browser says. */
const DEAD_MS = 6000

const EMPTY: CallView = {
  phase: 'asking',
  fault: undefined,
  refusal: '',
  endReason: undefined,
  captions: [],
  isMuted: false,
  records: false,
  hears: true,
  transcriber: undefined,
  speech: undefined,
  answeredAt: undefined,
  callId: undefined,
  conversationId: undefined,
  devices: [],
  deviceId: '',
}

export function createCallClient({ start, refusal: mayNot, workletUrl, origin = location.origin }: CallClientOptions) {
  let view = EMPTY
  const listeners = new Set<() => void>()
  let grant: CallGrant | undefined
  let socket: WebSocket | undefined
  let audio: AudioContext | undefined
  let node: AudioWorkletNode | undefined
  let source: MediaStreamAudioSourceNode | undefined
  let stream: MediaStream | undefined
  let words: Recogniser | undefined
  let seq = 0
  let tries = 0
  let level = 0
  let isOver = false
  /** The server has answered on this connection. */
  let isReady = false
  let unsaid: string[] = []
  let heardAt = 0
  let pinging: ReturnType<typeof setInterval> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let captionId = 0
  let bed: GainNode | undefined

  const show = (change: Partial<CallView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  const send = (message: CallerMessage) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const play = (message: ToWorklet) => node?.port.postMessage(message)

  const release = () => {
    isOver = true
    clearInterval(pinging)
    clearTimeout(retrying)
    words?.stop()
    stream?.getTracks().forEach((track) => track.stop())
    void audio?.close().catch(() => undefined)
    audio = undefined
    socket?.close()
    navigator.mediaDevices?.removeEventListener?.('devicechange', listDevices)
    document.removeEventListener('visibilitychange', awake)
  }
  const fail = (fault: CallFault, refusal = '') => {
    if (isOver) return
    release()
    show({ phase: 'ended', fault, refusal })
  }
  const end = (reason: EndReason) => {
    if (view.phase === 'ended') return
    release()
    show({ phase: 'ended', endReason: reason })
  }

  const microphone = (deviceId = '') =>
    navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        ...(deviceId === '' ? {} : { deviceId: { exact: deviceId } }),
      },
    })

  const listDevices = () =>
    void navigator.mediaDevices.enumerateDevices().then(
      (all) =>
        show({
          devices: all
            .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
            .map(({ deviceId, label }) => ({ id: deviceId, label })),
        }),
      () => undefined,
    )

  /** Phones interrupt the audio of hidden pages, and browsers delay their timers. */
  const awake = () => {
    if (document.hidden || isOver) return
    void audio?.resume().catch(() => undefined)
    if (!grant || socket) return
    clearTimeout(retrying)
    connect()
  }

  async function openAudio(): Promise<boolean> {
    if (typeof AudioWorkletNode === 'undefined' || !('mediaDevices' in navigator)) {
      fail('unsupported')
      return false
    }
    try {
      // Created in the click, otherwise browsers keep it silent.
      audio = new AudioContext()
      const resumed = audio.resume()
      const wanted = audio.audioWorklet.addModule(workletUrl)
      wanted.catch(() => undefined)
      stream = await microphone()
      await Promise.all([wanted, resumed])
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      fail(
        name === 'NotAllowedError' || name === 'SecurityError'
          ? 'denied'
          : name === 'NotFoundError' || name === 'OverconstrainedError'
            ? 'no_microphone'
            : 'unsupported',
      )
      return false
    }
    if (isOver) {
      stream.getTracks().forEach((track) => track.stop())
      return false
    }
    node = new AudioWorkletNode(audio, 'call', { numberOfInputs: 1, outputChannelCount: [1] })
    node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
      if (data.k === 'played') return send({ t: 'played', gen: data.gen, ms: data.ms })
      level = data.level
      // Queued audio would be outdated after a reconnect.
      if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < 100_000)
        socket.send(micFrame(seq++, data.pcm))
    }
    node.connect(audio.destination)
    source = audio.createMediaStreamSource(stream)
    source.connect(node)
    navigator.mediaDevices.addEventListener?.('devicechange', listDevices)
    document.addEventListener('visibilitychange', awake)
    listDevices()
    return true
  }

  const caption = (
    from: Caption['from'],
    text: string,
    change: Partial<Caption>,
    matches: (one: Caption) => boolean,
  ) => {
    const at = view.captions.findLastIndex(matches)
    const known = view.captions[at]
    const next: Caption = { id: known?.id ?? captionId++, from, text, isFinal: false, ...change }
    show({ captions: known ? view.captions.with(at, next) : [...view.captions, next] })
  }
  const genOf = new Map<number, number>()

  /** Background sound behind the agent; optional. */
  const playBed = async (name: string) => {
    const { isNoise, noiseBed } = await import('@parlance/contract/voice/noise-bed')
    if (!isNoise(name) || bed || !audio || isOver) return
    const samples = noiseBed(name)
    const loop = audio.createBufferSource()
    loop.buffer = audio.createBuffer(1, samples.length, CALL_RATE)
    loop.buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32_768))
    loop.loop = true
    bed = audio.createGain()
    loop.connect(bed).connect(audio.destination)
    loop.start()
  }

  const hear = (message: CallMessage): void => {
    switch (message.t) {
      case 'ready': {
        tries = 0
        isReady = true
        send({ t: 'mute', on: view.isMuted })
        for (const text of unsaid.splice(0)) send({ t: 'text', text })
        const hears = message.transcriber.provider !== 'typed'
        show({
          callId: message.callId,
          records: message.records,
          transcriber: message.transcriber,
          speech: message.speech,
          answeredAt: Date.now() - message.at,
          hears,
          phase: 'listening',
        })
        if (message.transcriber.provider === 'browser') listen()
        if (message.noise !== undefined && message.noise !== 'none') playBed(message.noise).catch(() => undefined)
        return
      }
      case 'transcriber':
        show({ transcriber: message.transcriber })
        return listen()
      case 'speech':
        return show({ speech: message.speech })
      case 'state':
        if (audio) bed?.gain.setTargetAtTime(message.s === 'speaking' ? 0.5 : 1, audio.currentTime, 0.1)
        return show({ phase: message.s })
      case 'conversation':
        return show({ conversationId: message.id })
      case 'user':
        return caption(
          'caller',
          message.text,
          { isFinal: message.final },
          (one) => one.from === 'caller' && !one.isFinal,
        )
      case 'agent': {
        const known = genOf.get(message.gen)
        caption('agent', message.text, { heard: message.heard }, (one) => known !== undefined && one.id === known)
        if (known === undefined) genOf.set(message.gen, view.captions.at(-1)?.id ?? 0)
        return
      }
      case 'duck':
      case 'hold':
        return play({ k: message.t, on: message.on })
      case 'clear':
        return play({ k: 'clear', gen: message.gen })
      case 'error':
        if (message.code === 'bad_message' || message.code === 'call_in_use') return
        return view.answeredAt === undefined ? fail('refused') : end('connection_lost')
      case 'ended':
        return end(message.reason)
      case 'spoken':
      case 'pong':
    }
  }

  const listen = () => {
    words ??= recogniser({
      language: grant?.language ?? 'en',
      onWords: (text, final) => !view.isMuted && send({ t: 'stt', text, final }),
      onUnable: () => {
        send({ t: 'hears', on: false })
        show({ hears: false })
      },
    })
    if (!words) {
      send({ t: 'hears', on: false })
      return show({ hears: false })
    }
    if (!view.isMuted) words.start(stream?.getAudioTracks()[0])
  }

  function connect(): void {
    if (isOver || !grant) return
    const { token } = grant
    const opened = new WebSocket(`${origin.replace(/^http/, 'ws')}${grant.socket}`)
    opened.binaryType = 'arraybuffer'
    socket = opened
    heardAt = Date.now()
    opened.onopen = () =>
      send({
        t: 'hello',
        v: VOICE_PROTOCOL,
        token,
        in: { enc: 'pcm_s16le', rate: CALL_RATE },
        caps: { webSpeech: recogniser.isThere(), aec: true },
      })
    opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== opened) return undefined
      heardAt = Date.now()
      if (typeof data === 'string') return hear(JSON.parse(data) as CallMessage)
      return play({ k: 'sound', ...readSpeechFrame(data) })
    }
    opened.onclose = () => {
      if (!isOver && socket === opened) retry()
    }
  }

  function retry(): void {
    socket = undefined
    isReady = false
    const wait = RETRY_MS[tries]
    tries += 1
    if (wait === undefined) return fail('lost')
    if (view.answeredAt !== undefined) show({ phase: 'reconnecting' })
    retrying = setTimeout(connect, wait)
  }

  const ping = () => {
    send({ t: 'ping', id: 0 })
    const dead = socket
    if (!dead || view.answeredAt === undefined || Date.now() - heardAt < DEAD_MS) return
    retry()
    dead.close()
  }

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Microphone volume, 0 to 1. */
    level: () => (view.isMuted ? 0 : level),
    /** Call in a click. */
    async begin(): Promise<void> {
      if (mayNot !== undefined) return fail('refused', mayNot)
      // A started call takes one of the plan's lines, so the microphone comes first.
      if (!(await openAudio())) return
      show({ phase: 'connecting' })
      try {
        grant = await start()
      } catch (error) {
        return fail('refused', error instanceof Error ? error.message : '')
      }
      if (isOver) return
      pinging = setInterval(ping, PING_MS)
      connect()
    },
    mute(on: boolean) {
      play({ k: 'mute', on })
      send({ t: 'mute', on })
      if (on) words?.stop()
      else if (view.transcriber?.provider === 'browser') words?.start()
      show({ isMuted: on })
    },
    type(text: string) {
      const said = text.trim()
      if (said === '') return
      if (isReady) send({ t: 'text', text: said })
      else unsaid = [...unsaid, said]
    },
    press: (digit: string) => send({ t: 'dtmf', digit }),
    async choose(deviceId: string) {
      try {
        const next = await microphone(deviceId)
        if (!audio || !node) return next.getTracks().forEach((track) => track.stop())
        source?.disconnect()
        stream?.getTracks().forEach((track) => track.stop())
        stream = next
        source = audio.createMediaStreamSource(next)
        source.connect(node)
        words?.use(next.getAudioTracks()[0])
        show({ deviceId })
      } catch {
        listDevices()
      }
    },
    hangUp() {
      send({ t: 'bye' })
      end('caller_hung_up')
    },
    /** Silent, for leaving the page. */
    close: () => (send({ t: 'bye' }), release()),
  }
}
export type CallClient = ReturnType<typeof createCallClient>
