// Composer tools: attaching files by button, paste or drop, and recording voice notes.
import { sendsMessage } from '@parlance/chat-ui/sends-message.ts'
import { ACCEPTED_FILES, MAX_ATTACHMENTS } from '@parlance/contract/files/limits'
import { useEffect, useLayoutEffect, useRef, useState, type ChangeEvent } from 'react'
import { fill } from '../../../i18n.ts'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { useAppearance } from '../../ui/appearance.ts'
import type { ChatController } from '../../chat-controller.ts'
import type { ToolsProps } from '../feature.ts'
import './attachments.css'
import { Chips } from './chips.tsx'
import type { CallProps } from '../call/call.tsx'
import { ClipIcon, MicIcon, PhoneIcon } from '../icons.tsx'
import { onDemand } from '../on-demand.tsx'
import { isComing } from '../../session/attachments.ts'
import { Recorder } from './recorder.tsx'
import { canRecord } from './recording.ts'
import { createUploads } from './uploads.ts'

const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

/** Accepts files dropped on the chat or pasted into it. Returns true while files are dragged over it. */
function useBrought(wanted: boolean, add: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const addRef = useRef(add)
  useLayoutEffect(() => {
    addRef.current = add
  })
  useEffect(() => {
    if (!wanted) return undefined
    // Every nested element fires dragenter and dragleave; the pointer has left the chat when they balance.
    let inside = 0
    const move = (by: number) => setOver((inside = Math.max(0, inside + by)) > 0)
    const listeners = {
      dragenter: (event: DragEvent) => carriesFiles(event.dataTransfer) && move(1),
      dragleave: (event: DragEvent) => carriesFiles(event.dataTransfer) && move(-1),
      dragover: (event: DragEvent) => carriesFiles(event.dataTransfer) && event.preventDefault(),
      drop: (event: DragEvent) => {
        if (!carriesFiles(event.dataTransfer)) return
        event.preventDefault()
        move(-inside)
        addRef.current([...(event.dataTransfer?.files ?? [])])
      },
      paste: (event: ClipboardEvent) => {
        const files = [...(event.clipboardData?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        addRef.current(files)
      },
    }
    const all = Object.entries(listeners) as [string, EventListener][]
    for (const [name, listener] of all) window.addEventListener(name, listener)
    return () => all.forEach(([name, listener]) => window.removeEventListener(name, listener))
  }, [wanted])
  return over
}

function AttachButton({ disabled, add }: { disabled: boolean; add: (files: readonly File[]) => void }) {
  const texts = onDemandTexts()
  const inputRef = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])])
    // Lets the visitor choose the same file again.
    currentTarget.value = ''
  }
  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label={texts.attach}
        title={texts.attach}
        disabled={disabled}
        onClick={() => inputRef.current?.click()}
      >
        <ClipIcon />
      </button>
      <input ref={inputRef} type="file" multiple accept={ACCEPTED_FILES} hidden tabIndex={-1} onChange={choose} />
    </>
  )
}

function Voice({ controller, disabled }: { controller: ChatController; disabled: boolean }) {
  const texts = onDemandTexts()
  const [recording, setRecording] = useState(false)
  const micRef = useRef<HTMLButtonElement>(null)
  const wasRef = useRef(false)
  useEffect(() => {
    // The button can't take the focus while the recording bar covers it.
    if (wasRef.current && !recording) micRef.current?.focus()
    wasRef.current = recording
  }, [recording])
  return (
    <>
      <button
        type="button"
        className="tool mic"
        ref={micRef}
        aria-label={texts.voice}
        title={texts.voice}
        disabled={disabled}
        onClick={() => setRecording(true)}
      >
        <MicIcon />
      </button>
      {recording && <Recorder controller={controller} onEnd={() => setRecording(false)} />}
    </>
  )
}

const CallView = onDemand<CallProps>(() => import('../call/call.tsx'))

function CallButton({ disabled, ...parts }: ToolsProps & { disabled: boolean }) {
  const texts = onDemandTexts()
  const { code } = useAppearance().language
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  // Ignores a failure: calling tries again.
  const prepare = () => void CallView.preload(code).catch(() => undefined)
  return (
    <>
      <button
        type="button"
        className="tool"
        ref={ref}
        aria-label={texts.call}
        title={texts.call}
        disabled={disabled}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        <PhoneIcon />
      </button>
      {isOpen && (
        <CallView
          {...parts}
          onEnd={() => {
            setOpen(false)
            ref.current?.focus()
          }}
        />
      )}
    </>
  )
}

const composer = () => document.querySelector<HTMLFormElement>('#composer')

/** Enter during an upload sends the message when the upload ends, unless the visitor types on. */
function useSendWhenThere({ session: { pending }, text }: ToolsProps): void {
  const waits = pending.some(isComing)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const form = waits ? composer() : null
    const onKey = (event: KeyboardEvent) => {
      const { key, shiftKey, target } = event
      if (target instanceof HTMLTextAreaElement && sendsMessage({ key, shiftKey, nativeEvent: event }))
        wanted.current = text
    }
    form?.addEventListener('keydown', onKey)
    return () => form?.removeEventListener('keydown', onKey)
  }, [waits, text])
  useEffect(() => {
    if (wanted.current === undefined || waits) return
    const isUnchanged = wanted.current === text
    wanted.current = undefined
    if (isUnchanged && !pending.some(({ fault }) => fault)) composer()?.requestSubmit()
  }, [waits, text, pending])
}

export default function Tools(props: ToolsProps) {
  const { session, controller } = props
  const texts = onDemandTexts()
  const { agent } = useAppearance()
  const [uploads] = useState(() => createUploads(controller))
  const [note, setNote] = useState('')
  const { pending, unavailable } = session
  const [voice] = useState(() => agent.allowVoiceNotes && canRecord())

  useEffect(() => uploads.keepOnly(pending), [uploads, pending])
  useSendWhenThere(props)
  useEffect(() => () => uploads.keepOnly([]), [uploads])
  const add = (chosen: readonly File[]) => {
    const left = uploads.add(chosen)
    // Enter should send instead of reopening the file dialog. On touch screens focusing would open the keyboard.
    if (matchMedia('(pointer:fine)').matches) composer()?.querySelector('textarea')?.focus()
    setNote(left > 0 ? fill(texts.attachMany, { n: String(MAX_ATTACHMENTS) }) : '')
  }
  const over = useBrought(agent.allowAttachments && !unavailable, add)
  const isFull = pending.length >= MAX_ATTACHMENTS
  return (
    <>
      <Chips pending={pending} uploads={uploads} note={isFull || note === '' ? note : ''} />
      {agent.allowAttachments && <AttachButton disabled={unavailable || isFull} add={add} />}
      {voice && <Voice controller={controller} disabled={unavailable} />}
      {agent.webCalls && <CallButton {...props} disabled={unavailable} />}
      {over && (
        <div className="dropzone" aria-hidden="true">
          <ClipIcon />
          {texts.attachDrop}
        </div>
      )}
    </>
  )
}
