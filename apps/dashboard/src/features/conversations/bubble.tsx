// One message of a conversation, whoever said it.
import type { Message } from '@parlance/contract/conversations/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMarkdown } from '../../components/content/lazy-markdown.tsx'
import classes from './bubble.module.css'

interface Props {
  from: Message['from']
  /** Who speaks, for screen readers; shown when `showName`. */
  name: string
  showName?: boolean
  text: string
  /** Stands in place of the text: an answer with items. */
  content?: ReactNode
  /** Nothing has come yet: three dots. */
  waiting?: boolean
  /** A search led here: it stands out and can take the focus. */
  sought?: boolean | undefined
  children?: ReactNode
}

export function Bubble({ from, name, showName, text, content, waiting, sought, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.row} data-from={from} {...(sought ? { 'data-sought': true, tabIndex: -1 } : {})}>
      <span className={showName ? classes.name : 'visually-hidden'}>{name}</span>
      <div className={classes.bubble}>
        {waiting && (
          <span className={classes.dots}>
            <span className="visually-hidden">{t('panel.waiting')}</span>
            <i />
            <i />
            <i />
          </span>
        )}
        {content}
        {!content &&
          text !== '' &&
          (from === 'user' ? (
            <span className={classes.plain} dir="auto">
              {text}
            </span>
          ) : (
            <LazyMarkdown text={text} />
          ))}
        {children}
      </div>
    </div>
  )
}
