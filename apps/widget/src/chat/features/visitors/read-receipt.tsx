// Delivery marks on the visitor's messages: one check when delivered, two when read.
import { onDemandTexts } from '../../../on-demand-texts.ts'
import './read-receipt.css'

export interface ReadReceiptProps {
  readonly mark: 'sent' | 'read'
}

export default function ReadReceipt({ mark }: ReadReceiptProps) {
  const { markSent, markRead } = onDemandTexts()
  const isRead = mark === 'read'
  return (
    // Screen readers don't announce each check.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of lines in the colour of the words
    <span className="receipt" role="img" aria-live="off" aria-label={isRead ? markRead : markSent}>
      <svg viewBox="0 0 22 16" aria-hidden="true" className="icon">
        <path d="M3 8.5l4 4 7-9" />
        {isRead && <path d="M10 12.5l7-9" />}
      </svg>
    </span>
  )
}
