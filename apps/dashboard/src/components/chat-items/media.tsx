// A picture, a page of others, a file: shown, or as a way to them.
import { Anchor, Text } from '@mantine/core'
import type { Item } from '@parlance/contract/items/schemas'
import { IconDownload, IconExternalLink, IconPhoto, IconWorld, type Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../content/locale.ts'
import classes from './items.module.css'

/** The address when it leads to the web or to a file of our own; undefined otherwise. */
export const webUrl = (url: string): string | undefined => (/^(?:https?:\/\/|\/[\w.-])/i.test(url) ? url : undefined)
const isOwn = (url: string) =>
  URL.canParse(url, location.origin) && new URL(url, location.origin).origin === location.origin
const hostOf = (url: string) => (isOwn(url) ? '' : new URL(url).host)

interface AttachmentProps {
  icon: Icon
  url: string
  name: string
  download?: string
}

function Attachment({ icon: Sign, url, name, download }: AttachmentProps) {
  const { t } = useTranslation()
  const href = webUrl(url)
  if (!href || !URL.canParse(href, location.origin)) return <Text size="sm">{name}</Text>
  return (
    <Anchor
      className={classes.attachment}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      underline="never"
      title={download === undefined ? t('items.opensOutside') : t('items.download')}
      {...(download === undefined ? {} : { download })}
    >
      <Sign size={18} stroke={1.5} aria-hidden className={classes.sign} />
      <span>
        <span dir="auto">{name}</span>
        {hostOf(href) && (
          <Text span size="xs" c="dimmed" display="block">
            {hostOf(href)}
          </Text>
        )}
      </span>
    </Anchor>
  )
}

interface PictureProps {
  url: string
  alt: string
  /** Whether pictures of others are loaded. */
  remote: boolean
  /** Within a card. */
  isCover?: boolean
}

export function Picture({ url, alt, remote, isCover }: PictureProps) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const src = webUrl(url)
  if (!src) return null
  if (failed || !(remote || isOwn(src)))
    return <Attachment icon={IconPhoto} url={src} name={isCover || !alt ? t('items.picture') : alt} />
  return (
    <img
      className={isCover ? classes.cover : classes.picture}
      src={src}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}

export function Frame({ item, remote }: { item: Extract<Item, { type: 'iFrame' }>; remote: boolean }) {
  const { t } = useTranslation()
  const src = webUrl(item.url)
  if (!src || !remote) return <Attachment icon={IconWorld} url={item.url} name={item.title} />
  return (
    <figure className={classes.frame}>
      <iframe
        src={src}
        title={item.title}
        data-layout={item.layout}
        sandbox="allow-scripts allow-forms"
        loading="lazy"
        referrerPolicy="no-referrer"
      />
      <figcaption>
        <span dir="auto">{item.title}</span>
        {/* Some pages refuse to be shown within others. */}
        <Anchor
          href={src}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={labelled(t('items.opensOutside'), item.title)}
        >
          <IconExternalLink size={16} stroke={1.5} aria-hidden />
        </Anchor>
      </figcaption>
    </figure>
  )
}

export const FileLink = ({ item }: { item: Extract<Item, { type: 'file' }> }) => (
  <Attachment icon={IconDownload} url={item.url} name={item.name} download={item.name} />
)
