// What the product itself says in a conversation, in the visitor's words.
import { noticeKind, type NoticeKind } from '@parlance/contract/conversations/lifecycle'
import { fill } from '../../../i18n.ts'
import { more, type MoreTexts } from '../../../more-texts.ts'
import type { Entry } from '../../session/state.ts'

export interface NoticeProps {
  readonly entry: Entry
}

const TEXTS: Readonly<Record<NoticeKind, keyof MoreTexts>> = {
  'handoff-asked': 'noticeAsked',
  'handoff-cancelled': 'noticeCancelled',
  'message-left': 'noticeLeft',
  'human-joined': 'joined',
  'human-left': 'noticeCancelled',
}

export default function Notice({ entry }: NoticeProps) {
  const kind = noticeKind(entry.id)
  return (
    <p className="said" dir="auto">
      {kind === 'human-joined' && entry.by
        ? fill(more().nameJoined, { name: entry.by })
        : kind
          ? more()[TEXTS[kind]]
          : entry.text}
    </p>
  )
}
