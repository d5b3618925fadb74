// A page of the draft for whoever may not edit it.
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReadOnly } from '../../../ui/looking.tsx'
import classes from './look-only.module.css'
import type { LookProps } from './look-only.tsx'

export default function LookedAt({ fill, children }: LookProps) {
  const { t } = useTranslation()
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
