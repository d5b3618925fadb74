// Around the pages that edit the draft: who may not edit looks at them.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../lib/permissions.ts'
import { ToLookAt } from '../../../components/feedback/read-only.tsx'
import type { LookProps } from '../../../components/feedback/read-only-context.ts'

interface Props {
  as?: LookProps['as']
  children: ReactNode
}

export function LookOnly({ as = 'page', children }: Props) {
  const { t } = useTranslation()
  return (
    <ToLookAt why={useCan('editor') ? '' : t('agents.draft.lookOnly')} as={as}>
      {children}
    </ToLookAt>
  )
}
