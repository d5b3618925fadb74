// The passages an answer is from, under the numbers by which it cites them.
import { Anchor, UnstyledButton } from '@mantine/core'
import { shownSources } from '@parlance/contract/conversations/citations'
import type { Source } from '@parlance/contract/conversations/schemas'
import { IconChevronDown, IconExternalLink, IconFileText } from '@tabler/icons-react'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Citing, CitingContext } from '../../components/content/citation-links.ts'
import { Passage } from '../../components/content/passage.tsx'
import classes from './sources.module.css'

/**
 * An answer with its sources below, folded until asked for: those it cites, or all it could draw on. Numbers in its text open
 * their source. While it is `growing` it has none yet.
 */
export function Cited({
  sources,
  text,
  growing = false,
  children,
}: {
  sources: readonly Source[]
  text: string
  growing?: boolean
  /** Gives the list a place among the rest of the message. */
  children: (list: ReactNode) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const listRef = useRef<HTMLOListElement>(null)
  const shown = useMemo(() => (growing ? [] : shownSources(sources, text)), [sources, text, growing])
  const citing = useMemo((): Citing => {
    const show = (n: number) => {
      setOpen(true)
      // The list is there only after it has opened.
      requestAnimationFrame(() => {
        const passage = listRef.current?.querySelector<HTMLElement>(`[data-n="${n}"] [role="group"]`)
        passage?.focus()
        passage?.scrollIntoView({ block: 'nearest' })
      })
    }
    const urls = new Map(shown.flatMap(({ n, url }) => (n === undefined ? [] : [[n, url ?? ''] as const])))
    return { urls, open: show }
  }, [shown])
  const list = shown.length > 0 && (
    <SourceList sources={shown} open={open} onToggle={() => setOpen(!open)} listRef={listRef} />
  )
  return <CitingContext value={citing}>{children(list)}</CitingContext>
}

interface ListProps {
  sources: readonly Source[]
  open: boolean
  onToggle: () => void
  listRef: React.RefObject<HTMLOListElement | null>
}

function SourceList({ sources, open, onToggle, listRef }: ListProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={classes.sources}>
      <UnstyledButton className={classes.toggle} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <IconFileText size={14} stroke={1.5} aria-hidden />
        {t('conversations.sources', { count: sources.length })}
        <IconChevronDown size={14} stroke={1.5} aria-hidden className={classes.chevron} data-open={open || undefined} />
      </UnstyledButton>
      <ol id={id} className={classes.list} hidden={!open} ref={listRef}>
        {sources.map((source, index) => (
          <li key={`${source.docId}/${index}`} value={source.n ?? index + 1} data-n={source.n}>
            <Title {...source} />
            <Passage label={source.title} className={classes.passage} text={source.text} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Title({ title, url = '' }: Source) {
  if (!/^https?:/i.test(url)) return <strong dir="auto">{title}</strong>
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" fw={600} size="sm">
      <bdi>{title}</bdi> <IconExternalLink size={13} stroke={1.5} aria-hidden />
    </Anchor>
  )
}
