// Around the pages that edit the draft: who may not edit looks at them, and is told so first.
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../can.ts'
import { ReadOnly } from '../../../ui/looking.tsx'
import classes from './look-only.module.css'

interface Props {
  /** For a page that is exactly as high as its frame. */
  fill?: boolean
  children: ReactNode
}

export function LookOnly({ fill, children }: Props) {
  const { t } = useTranslation()
  if (useCan('editor')) return children
  return (
    <div className={classes.frame} data-fill={fill || undefined}>
      <p className={classes.notice}>
        <IconEye size={16} stroke={1.5} aria-hidden />
        {t('agents.draft.lookOnly')}
      </p>
      <div className={classes.page}>
        <ReadOnly>{children}</ReadOnly>
      </div>
    </div>
  )
}
