import { fill } from '../../../i18n.ts'
import { MAX_VISITOR_FILE_MB } from '@parlance/contract/files/limits'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { isComing, type Pending } from '../../session/attachments.ts'
import { CloseIcon } from '@parlance/chat-ui/icons.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { useAppearance } from '../../ui/appearance.ts'
import { FileIcon, RestartIcon } from '../icons.tsx'
import { canRetry, type Uploads } from './uploads.ts'

export const percent = (language: string, part: number): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(part * 100) / 100)

export function faultText({ fault }: Pending): string {
  const texts = onDemandTexts()
  return {
    '': '',
    kind: texts.faultKind,
    size: fill(texts.faultSize, { n: String(MAX_VISITOR_FILE_MB) }),
    limit: texts.faultLimit,
    closed: texts.faultClosed,
    connection: texts.faultConnection,
  }[fault]
}

function told(one: Pending): string {
  const texts = onDemandTexts()
  const { name } = one
  if (one.fault) return fill(texts.attachFailed, { name, why: faultText(one) })
  return fill(isComing(one) ? texts.attachComing : texts.attachThere, { name })
}

function Chip({ one, uploads }: { one: Pending; uploads: Uploads }) {
  const texts = onDemandTexts()
  const { language } = useAppearance()
  const { name, preview, fault, part } = one
  const label = (text: string) => ({ 'aria-label': fill(text, { name }), title: fill(text, { name }) })
  return (
    <li className={fault ? 'pending-file failed' : 'pending-file'}>
      {preview ? <img src={preview} alt="" /> : fault ? <AlertIcon /> : <FileIcon />}
      <span className="what">
        <span className="name" dir="auto">
          {name}
        </span>
        {isComing(one) && (
          <span className="part">
            <progress value={part} aria-label={name} /> {percent(language.code, part)}
          </span>
        )}
        {fault !== '' && <span className="why">{faultText(one)}</span>}
      </span>
      {canRetry(one) && (
        <button type="button" className="tool" {...label(texts.attachRetry)} onClick={() => uploads.retry(one.id)}>
          <RestartIcon />
        </button>
      )}
      <button type="button" className="tool" {...label(texts.attachRemove)} onClick={() => uploads.remove(one)}>
        <CloseIcon />
      </button>
    </li>
  )
}

export function Chips({ pending, uploads, note }: { pending: readonly Pending[]; uploads: Uploads; note: string }) {
  const texts = onDemandTexts()
  return (
    <>
      {(pending.length > 0 || note !== '') && (
        <div className="pending">
          {pending.length > 0 && (
            <ul aria-label={texts.attachments}>
              {pending.map((one) => (
                <Chip key={one.id} one={one} uploads={uploads} />
              ))}
            </ul>
          )}
          {note !== '' && <p className="why">{note}</p>}
        </div>
      )}
      <output className="sr">{[...pending.map(told), note].filter(Boolean).join(' ')}</output>
    </>
  )
}
