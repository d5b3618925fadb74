import { Button, Center } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../link.tsx'
import { paths } from '../paths.ts'
import { LostDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NotFound() {
  const { t } = useTranslation()
  useDocumentTitle(`404 · Parlance`)
  return (
    <Center component="main" mih="100dvh">
      <EmptyState
        order={1}
        drawing={<LostDrawing />}
        title={t('shell.notFound.title')}
        text={t('shell.notFound.text')}
        action={
          <Button renderRoot={(props) => <AppLink target={paths.root()} {...props} />}>
            {t('shell.notFound.home')}
          </Button>
        }
      />
    </Center>
  )
}
