// An image, an embedded page, or a file download.
import type { Item } from '@parlance/contract/items/schemas'
import { useState, type ReactNode } from 'react'
import { DownloadIcon, OpenIcon, PictureIcon } from '../item-icons.tsx'
import { LINK_REL, otherHost, webUrl } from '../links.ts'
import type { ItemTexts } from './item-props.ts'

interface MediaProps {
  readonly texts: ItemTexts
  /** Loads nothing of other hosts. */
  readonly isRead: boolean
}

interface PictureProps extends MediaProps {
  readonly url: string
  readonly alt: string
  readonly className: string
}

/** Opens full size on press; an image that fails to load shows its description and a link. */
export function Picture({ url, alt, className, texts, isRead }: PictureProps) {
  const [failed, setFailed] = useState(false)
  const src = webUrl(url)
  if (!src) return null
  const name = alt || texts.image
  if (failed || (isRead && otherHost(src)))
    return (
      <PageLink href={src} name={name} texts={texts} isRead={isRead}>
        <PictureIcon />
      </PageLink>
    )
  return (
    <a className={className} href={src} target="_blank" rel={LINK_REL} aria-label={name}>
      <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
    </a>
  )
}

interface PageLinkProps extends MediaProps {
  readonly href: string
  readonly name: string
  readonly children: ReactNode
}

function PageLink({ href, name, texts, isRead, children }: PageLinkProps) {
  const host = isRead && otherHost(href)
  return (
    <a className="attachment" href={href} target="_blank" rel={LINK_REL} title={texts.openPage}>
      {children}
      <span>
        <span dir="auto">{name}</span>
        {host && <span className="attachment-host">{host}</span>}
      </span>
    </a>
  )
}

interface FrameProps extends MediaProps {
  readonly item: Extract<Item, { type: 'iFrame' }>
}

/** A foreign page in a sandbox: may run scripts and forms without access to the chat. */
export function Frame({ item, texts, isRead }: FrameProps) {
  const src = webUrl(item.url)
  if (!src) return null
  if (isRead)
    return (
      <PageLink href={src} name={item.title} texts={texts} isRead>
        <OpenIcon />
      </PageLink>
    )
  const { openPage } = texts
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
