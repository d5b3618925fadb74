import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../lib/permissions.ts'
import { ReadOnlyProvider } from '../../../components/feedback/read-only.tsx'
import type { ReadOnlyProps } from '../../../components/feedback/read-only-context.ts'

interface Props {
  as?: ReadOnlyProps['as']
  children: ReactNode
}

export function ReadOnlyDraft({ as = 'page', children }: Props) {
  const { t } = useTranslation()
  return (
    <ReadOnlyProvider why={useCan('editor') ? '' : t('agents.draft.lookOnly')} as={as}>
      {children}
    </ReadOnlyProvider>
  )
}
