// System messages in a conversation, in the visitor's language.
import { noticeKind, type NoticeKind, NOTICES } from '@parlance/contract/conversations/lifecycle'
import { fill } from '../../../i18n.ts'
import { onDemandTexts, type OnDemandTexts } from '../../../on-demand-texts.ts'
import type { Entry } from '../../session/state.ts'
import Avatar from './avatar.tsx'
import './lifecycle.css'

export interface NoticeProps {
  readonly entry: Entry
}

const TEXTS: Readonly<Record<NoticeKind, keyof OnDemandTexts>> = {
  'handoff-asked': 'noticeAsked',
  'handoff-cancelled': 'noticeCancelled',
  'message-left': 'noticeLeft',
  'human-joined': 'joined',
  'human-left': 'noticeCancelled',
  'handoff-missed': 'noticeMissed',
  'handoff-closed': 'noticeClosed',
  'human-absent': 'waitingTitle',
}

export default function Notice({ entry }: NoticeProps) {
  const kind = noticeKind(entry.id)
  const named =
    entry.by &&
    (kind === 'human-joined' ? onDemandTexts().nameJoined : kind === 'human-left' ? onDemandTexts().nameLeft : '')
  return (
    <p className="said" dir="auto">
      {named && entry.by && <Avatar name={entry.by} photo={entry.photo} />}{' '}
      {named && entry.by ? fill(named, { name: entry.by }) : kind ? onDemandTexts()[TEXTS[kind]] : entry.text}
      {kind === 'message-left' && entry.text !== NOTICES[kind] && <span className="lc-words">{entry.text}</span>}
    </p>
  )
}
