// What the product itself says in a conversation, in the visitor's words.
import { noticeKind, type NoticeKind } from '@parlance/contract/conversations/lifecycle'
import { fill } from '../../../i18n.ts'
import { more, type MoreTexts } from '../../../more-texts.ts'
import type { Entry } from '../../session/state.ts'

import { Face } from './face.tsx'
import './lifecycle.css'

export interface NoticeProps {
  readonly entry: Entry
}

const TEXTS: Readonly<Record<NoticeKind, keyof MoreTexts>> = {
  'handoff-asked': 'noticeAsked',
  'handoff-cancelled': 'noticeCancelled',
  'message-left': 'noticeLeft',
  'human-joined': 'joined',
  'human-left': 'noticeCancelled',
  'handoff-missed': 'noticeMissed',
  'handoff-closed': 'noticeClosed',
}

export default function Notice({ entry }: NoticeProps) {
  const kind = noticeKind(entry.id)
  const named = entry.by && (kind === 'human-joined' ? more().nameJoined : kind === 'human-left' ? more().nameLeft : '')
  return (
    <p className="said" dir="auto">
      {named && entry.by && <Face name={entry.by} photo={entry.photo} />}{' '}
      {named && entry.by ? fill(named, { name: entry.by }) : kind ? more()[TEXTS[kind]] : entry.text}
    </p>
  )
}
