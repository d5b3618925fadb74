/** Actions of people on Messenger and Instagram, as Meta's events. */
import type { PagesChannel } from './limits.ts'

export const KINDS = [
  'text',
  'picture',
  'voice',
  'video',
  'file',
  'story-reply',
  'video-story-reply',
  'story-mention',
  'share',
  'reaction',
  'read',
  'edit',
  'delete',
  'unsupported',
  'start',
  'echo',
  'standby',
] as const
export type Kind = (typeof KINDS)[number]

export interface Done {
  readonly kind: Kind
  readonly text: string
  readonly press?: { readonly payload: string; readonly title: string; readonly isPostback: boolean }
}
export interface Place {
  readonly channel: PagesChannel
  readonly account: string
  readonly visitor: string
  readonly mid: string
  /** The page's last message, and the visitor's last one. */
  readonly lastOfPage: string
  readonly lastOfVisitor: string
  /** How often the visitor has edited it, with this time. */
  readonly edits: number
  readonly now: number
  readonly fileUrl: (name: string) => string
}

type Fields = Record<string, unknown>
const file = (type: string, url: string): Fields => ({ attachments: [{ type, payload: { url } }] })

function messageOf({ kind, text }: Done, { fileUrl, lastOfVisitor }: Place): Fields {
  const words = text === '' ? {} : { text }
  switch (kind) {
    case 'picture':
      return { ...words, ...file('image', fileUrl('picture.png')) }
    case 'voice':
      return file('audio', fileUrl('voice.wav'))
    case 'video':
      return file('video', fileUrl('video.mp4'))
    case 'file':
      return file('file', fileUrl('prices.txt'))
    case 'story-reply':
      return { text: text || '😍', reply_to: { story: { id: '178', url: fileUrl('story.png') } } }
    case 'video-story-reply':
      return { text: text || '😍', reply_to: { story: { id: '179', url: fileUrl('video.mp4') } } }
    case 'story-mention':
      return file('story_mention', fileUrl('story.png'))
    case 'share':
      return {
        ...words,
        attachments: [{ type: 'share', payload: { url: 'https://www.instagram.com/p/example', title: 'A post' } }],
      }
    case 'delete':
      return { mid: lastOfVisitor, is_deleted: true }
    case 'unsupported':
      return { is_unsupported: true }
    default:
      return { text }
  }
}

/** The event, and the list that contains it. */
export function eventOf(done: Done, place: Place): { list: 'messaging' | 'standby'; event: Fields } {
  const { account, visitor, mid, now, channel, lastOfPage, lastOfVisitor, edits } = place
  const base = { sender: { id: visitor }, recipient: { id: account }, timestamp: now }
  const of = (event: Fields) => ({ list: 'messaging' as const, event: { ...base, ...event } })
  const { kind, text, press } = done
  if (press?.isPostback) return of({ postback: { mid, title: press.title, payload: press.payload } })
  if (press) return of({ message: { mid, text: press.title, quick_reply: { payload: press.payload } } })
  switch (kind) {
    case 'start':
      return of({ postback: { mid, title: 'Get Started', payload: 'GET_STARTED' } })
    case 'reaction':
      return of({ reaction: { mid: lastOfPage, action: 'react', emoji: '❤', reaction: 'love' } })
    case 'read':
      return of({ read: channel === 'instagram' ? { mid: lastOfPage } : { watermark: now } })
    case 'edit':
      return of({ message_edit: { mid: lastOfVisitor, text, num_edit: edits } })
    case 'echo':
      return {
        list: 'messaging',
        event: {
          sender: { id: account },
          recipient: { id: visitor },
          timestamp: now,
          message: { mid, text, is_echo: true, app_id: 26390203 },
        },
      }
    case 'standby':
      return { list: 'standby', event: { ...base, message: { mid, text } } }
    default:
      return of({ message: { mid, ...messageOf(done, place) } })
  }
}
