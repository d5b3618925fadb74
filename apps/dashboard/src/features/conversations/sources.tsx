import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Source } from '@parlance/core/conversations/conversations'
import { IconChevronDown, IconFileText } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Passage } from '../../ui/passage.tsx'
import classes from './sources.module.css'

/** The passages an answer could draw on, folded until asked for. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  const { t } = useTranslation()
  const [open, { toggle }] = useDisclosure()
  const id = useId()
  if (sources.length === 0) return null
  return (
    <div className={classes.sources}>
      <UnstyledButton className={classes.toggle} aria-expanded={open} aria-controls={id} onClick={toggle}>
        <IconFileText size={14} stroke={1.5} aria-hidden />
        {t('conversations.sources', { count: sources.length })}
        <IconChevronDown size={14} stroke={1.5} aria-hidden className={classes.chevron} data-open={open || undefined} />
      </UnstyledButton>
      <ol id={id} className={classes.list} hidden={!open}>
        {sources.map((source, index) => (
          <li key={`${source.docId}/${index}`}>
            <strong>{source.title}</strong>
            <Passage label={source.title} className={classes.passage} text={source.text} />
          </li>
        ))}
      </ol>
    </div>
  )
}
