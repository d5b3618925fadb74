// Attachments of a visitor's message: images to open, files to download, voice notes to play.
import type { Item } from '@parlance/contract/items/schemas'
import { isSound, type MessageItem } from '@parlance/contract/conversations/attachments'
import { useRef, useState } from 'react'
import { CloseIcon } from '../icons.tsx'
import { DownloadIcon, PictureIcon } from '../item-icons.tsx'
import { LINK_REL, otherHost, webUrl } from '../links.ts'
import { VoiceNote } from './voice-note.tsx'
import './sent-attachments.css'

interface SentTexts {
  readonly voiceNote: string
  readonly openPicture: (name: string) => string
  readonly closePicture: string
  readonly saveFile: (name: string) => string
}

type Visual = Extract<Item, { type: 'visual' }>
type File = Extract<Item, { type: 'file' }>

function Picture({ item: { image, alt }, texts }: { item: Visual; texts: SentTexts }) {
  const [failed, setFailed] = useState(false)
  const dialogRef = useRef<HTMLDialogElement>(null)
  const src = webUrl(image)
  if (!src) return null
  // Visitors' files are on our host: a foreign image would track the reader.
  if (failed || otherHost(src))
    return (
      <a className="attachment" href={src} target="_blank" rel={LINK_REL}>
        <PictureIcon />
        <span dir="auto">{alt}</span>
      </a>
    )
  const close = () => dialogRef.current?.close()
  return (
    <>
      <button
        type="button"
        className="picture"
        aria-label={texts.openPicture(alt)}
        onClick={() => dialogRef.current?.showModal()}
      >
        <img src={src} alt="" loading="lazy" onError={() => setFailed(true)} />
      </button>
      <dialog className="lightbox" ref={dialogRef} aria-label={alt}>
        <button
          type="button"
          aria-label={texts.closePicture}
          title={texts.closePicture}
          onClick={close}
          // Escape closes the image but not the chat.
          onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
        >
          <img src={src} alt="" />
          <span className="close">
            <CloseIcon />
          </span>
        </button>
      </dialog>
    </>
  )
}

function Sent({ item, texts }: { item: File; texts: SentTexts }) {
  const href = webUrl(item.url)
  if (!href) return null
  if (isSound(item.mime)) return <VoiceNote src={href} label={texts.voiceNote} />
  const label = texts.saveFile(item.name)
  return (
    <a className="attachment" href={href} download={item.name} title={label} aria-label={label}>
      <DownloadIcon />
      <span dir="auto">{item.name}</span>
    </a>
  )
}

export interface SentProps {
  readonly items: readonly MessageItem[]
}

export function SentAttachments({ items, texts }: SentProps & { readonly texts: SentTexts }) {
  return (
    <div className="sent">
      {items.map((item) => {
        if (item.type === 'visual') return <Picture key={item.image} item={item} texts={texts} />
        return item.type === 'file' ? <Sent key={item.url} item={item} texts={texts} /> : null
      })}
    </div>
  )
}
