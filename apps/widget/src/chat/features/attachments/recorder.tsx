import { MAX_VOICE_SECONDS } from '@parlance/contract/files/limits'
import type { Attachment } from '@parlance/contract/conversations/attachments'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fill } from '../../../i18n.ts'
import { onDemandTexts, type OnDemandTexts } from '../../../on-demand-texts.ts'
import { Refusal } from '../../refusal.ts'
import type { ChatController } from '../../chat-controller.ts'
import { SendIcon } from '../../ui/icons.tsx'
import { useAppearance } from '../../ui/appearance.ts'
import { percent } from './chips.tsx'
import { BinIcon } from '../icons.tsx'
import { record, type Recording } from './recording.ts'
import { faultOf } from './uploads.ts'

type Stage =
  | { readonly is: 'asking' | 'recording' | 'full' | 'writing' }
  | { readonly is: 'uploading'; readonly part: number }
  /** `again` is true when the same recording can be sent again. */
  | { readonly is: 'failed'; readonly why: string; readonly again: boolean }

interface Props {
  readonly controller: ChatController
  readonly onEnd: () => void
}

function whyNot(error: unknown, texts: OnDemandTexts): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return texts.voiceDenied
  return name === 'NotFoundError' ? texts.voiceMissing : texts.voiceBroken
}

function whyUnsent(
  error: unknown,
  texts: OnDemandTexts,
  stored: boolean,
): { readonly why: string; readonly again: boolean } {
  const status = error instanceof Refusal ? error.status : 0
  if (stored && status === 400) return { why: texts.voiceSilent, again: false }
  if (stored && status !== 0) return { why: texts.voiceUnwritten, again: status !== 413 }
  const why = { kind: texts.voiceBroken, size: texts.voiceFull, limit: texts.faultLimit, closed: texts.faultClosed }
  const fault = faultOf(error)
  return fault === 'connection'
    ? { why: texts.faultConnection, again: true }
    : { why: why[fault], again: fault === 'limit' }
}

/** Records, uploads, transcribes and sends; retries a step where that can help. */
function useNote({ controller, onEnd }: Props) {
  const texts = onDemandTexts()
  const [stage, setStage] = useState<Stage>({ is: 'asking' })
  const [recording, setRecording] = useState<Recording>()
  const goneRef = useRef(new AbortController())
  const fileRef = useRef<Promise<File>>(undefined)
  const storedRef = useRef<Attachment>(undefined)

  useEffect(() => {
    const gone = (goneRef.current = new AbortController())
    let own: Recording | undefined
    record().then(
      (begun) => {
        own = begun
        if (gone.signal.aborted) return begun.cancel()
        setRecording(begun)
        setStage({ is: 'recording' })
      },
      (error: unknown) => setStage({ is: 'failed', why: whyNot(error, texts), again: false }),
    )
    return () => {
      gone.abort()
      own?.cancel()
    }
  }, [texts])

  const stop = () => (fileRef.current ??= recording?.stop())
  const send = async () => {
    const { signal } = goneRef.current
    try {
      const file = await stop()
      if (!file) return
      setStage({ is: 'uploading', part: 0 })
      const stored = (storedRef.current ??= await controller.attach(
        file,
        (part) => setStage({ is: 'uploading', part }),
        signal,
      ))
      setStage({ is: 'writing' })
      const { data } = await controller.own<{ data: { text: string } }>(`attachments/${stored.id}/transcript`, {})
      if (signal.aborted) return
      const { url, name, mime } = stored
      controller.send(data.text, undefined, [{ url, name, mime }])
      onEnd()
    } catch (error) {
      if (!signal.aborted) setStage({ is: 'failed', ...whyUnsent(error, texts, storedRef.current !== undefined) })
    }
  }
  const full = () => {
    void stop()
    setStage({ is: 'full' })
  }
  return { stage, recording, send, full }
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function Running({ recording, onFull }: { recording: Recording; onFull: () => void }) {
  const { reducedMotion } = useAppearance()
  const [seconds, setSeconds] = useState(0)
  const barRef = useRef<HTMLElement>(null)
  const fullRef = useRef(onFull)
  useLayoutEffect(() => {
    fullRef.current = onFull
  })
  useEffect(() => {
    const began = Date.now()
    const timer = setInterval(() => {
      const now = (Date.now() - began) / 1000
      setSeconds(Math.min(now, MAX_VOICE_SECONDS))
      if (now >= MAX_VOICE_SECONDS) fullRef.current()
    }, 250)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const draw = () => barRef.current?.style.setProperty('--level', recording.level().toFixed(2))
    // With reduced motion the bar still shows that the microphone records.
    if (reducedMotion) {
      const timer = setInterval(draw, 1000)
      return () => clearInterval(timer)
    }
    let frame = 0
    const next = () => {
      draw()
      frame = requestAnimationFrame(next)
    }
    next()
    return () => cancelAnimationFrame(frame)
  }, [recording, reducedMotion])
  return (
    <>
      <i className="dot" />
      <span className="timer" role="timer" aria-label={onDemandTexts().voiceRecording}>
        {clock(seconds)}
      </span>
      <span className="level" aria-hidden="true" ref={barRef} />
    </>
  )
}

function useEscape(onEscape: () => void): void {
  const doRef = useRef(onEscape)
  useLayoutEffect(() => {
    doRef.current = onEscape
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      doRef.current()
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

export function Recorder(props: Props) {
  const texts = onDemandTexts()
  const { language } = useAppearance()
  const { stage, recording, send, full } = useNote(props)
  const sendRef = useRef<HTMLButtonElement>(null)
  const barRef = useRef<HTMLFieldSetElement>(null)
  const canGo = stage.is === 'recording' || stage.is === 'full' || (stage.is === 'failed' && stage.again)
  useEffect(() => {
    if (canGo) sendRef.current?.focus()
    else barRef.current?.focus()
  }, [canGo])
  useEscape(props.onEnd)
  const says = {
    asking: texts.voiceAsking,
    recording: '',
    full: texts.voiceFull,
    writing: texts.voiceWriting,
    uploading: stage.is === 'uploading' ? fill(texts.voiceUploading, { part: percent(language.code, stage.part) }) : '',
    failed: stage.is === 'failed' ? stage.why : '',
  }[stage.is]
  return (
    <fieldset className="recorder" aria-label={texts.voiceNote} ref={barRef} tabIndex={-1}>
      <button
        type="button"
        className="tool"
        aria-label={texts.voiceDiscard}
        title={texts.voiceDiscard}
        onClick={props.onEnd}
      >
        <BinIcon />
      </button>
      {stage.is === 'recording' && recording && <Running recording={recording} onFull={full} />}
      <output className={stage.is === 'failed' ? 'says fault' : 'says'}>{says}</output>
      {stage.is === 'uploading' && <progress value={stage.part} aria-label={texts.voiceNote} />}
      {canGo && (
        <button
          type="button"
          className="send"
          ref={sendRef}
          aria-label={stage.is === 'failed' ? texts.voiceRetry : texts.voiceSend}
          title={stage.is === 'failed' ? texts.voiceRetry : texts.voiceSend}
          onClick={() => void send()}
        >
          <SendIcon />
        </button>
      )}
    </fieldset>
  )
}
