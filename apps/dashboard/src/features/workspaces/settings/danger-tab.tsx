// Leaving a workspace, or deleting it for everyone.
import { Button, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { useRedirectAfterLeaving } from '../use-redirect-after-leaving.ts'
import classes from './settings.module.css'

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

export default function DangerTab() {
  const { t } = useTranslation()
  const { workspace } = useScope()
  if (workspace.supportUntil !== undefined) return <AlertBox kind="info">{t('workspaces.support.mine')}</AlertBox>
  if (workspace.role !== 'owner') return <Leave />
  return workspace.personal ? <AlertBox kind="info">{t('workspaces.personal')}</AlertBox> : <Delete />
}

function Box({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.danger} aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {text}
      </Text>
      {children}
    </section>
  )
}

function Leave() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const redirectAfterLeaving = useRedirectAfterLeaving()
  const { uid, workspaceName: name } = workspace
  const leave = async () => {
    const yes = await confirm({
      title: t('workspaces.leave.question', { name }),
      body: t('workspaces.leave.text'),
      confirm: t('workspaces.leave.action'),
    })
    if (!yes) return
    try {
      await api.workspaces.leave.call({ uid })
    } catch (error) {
      return void notify.error(errorText(error))
    }
    await redirectAfterLeaving()
    notify.success(t('workspaces.leave.done', { name }))
  }
  return (
    <Box title={t('workspaces.leave.title')} text={t('workspaces.leave.text')}>
      <Button color="red" variant="outline" onClick={() => void leave()}>
        {t('workspaces.leave.action')}
      </Button>
    </Box>
  )
}

function Delete() {
  const { t } = useTranslation()
  const [opened, dialog] = useDisclosure()
  return (
    <Box title={t('workspaces.remove.title')} text={t('workspaces.remove.text')}>
      <Button color="red" variant="outline" onClick={dialog.open}>
        {t('workspaces.remove.action')}
      </Button>
      <Suspense fallback={null}>{opened && <DeleteDialog onClose={dialog.close} />}</Suspense>
    </Box>
  )
}
