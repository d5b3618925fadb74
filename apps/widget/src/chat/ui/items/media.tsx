// A picture, a page within the chat, a file to download.
import type { Item } from '@parlance/contract/items/schemas'
import { useState } from 'react'
import { more } from '../../../more-texts.ts'
import { DownloadIcon, OpenIcon, PictureIcon } from '../more-icons.tsx'
import { LINK_REL, webUrl } from './address.ts'

interface VisualProps {
  readonly url: string
  readonly alt: string
  readonly className: string
}

/** Opens in full when pressed; one that can't be loaded leaves its description and the way to it. */
export function Visual({ url, alt, className }: VisualProps) {
  const texts = more()
  const [failed, setFailed] = useState(false)
  const src = webUrl(url)
  if (!src) return null
  if (failed)
    return (
      <a className="attachment" href={src} target="_blank" rel={LINK_REL} title={texts.openPage}>
        <PictureIcon />
        <span dir="auto">{alt || texts.image}</span>
      </a>
    )
  return (
    <a className={className} href={src} target="_blank" rel={LINK_REL} aria-label={alt || texts.image}>
      <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
    </a>
  )
}

/** A page of others: it may run its scripts and forms, and knows nothing of the chat around it. */
export function Frame({ item }: { item: Extract<Item, { type: 'iFrame' }> }) {
  const { openPage } = more()
  const src = webUrl(item.url)
  if (!src) return null
  return (
    <figure className={`frame ${item.layout}`}>
      <iframe
        src={src}
        title={item.title}
        sandbox="allow-scripts allow-forms"
        loading="lazy"
        referrerPolicy="no-referrer"
      />
      <figcaption>
        <span dir="auto">{item.title}</span>
        {/* Some pages refuse to be shown within others. */}
        <a href={src} target="_blank" rel={LINK_REL} aria-label={`${openPage}: ${item.title}`} title={openPage}>
          <OpenIcon />
        </a>
      </figcaption>
    </figure>
  )
}

export function FileLink({ item }: { item: Extract<Item, { type: 'file' }> }) {
  const href = webUrl(item.url)
  if (!href) return null
  return (
    <a className="attachment" href={href} download={item.name} target="_blank" rel={LINK_REL}>
      <DownloadIcon />
      <span dir="auto">{item.name}</span>
    </a>
  )
}
