import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './agent-page.module.css'

const loadDrawer = () => import('../../features/agents/new-agent/new-agent-drawer.tsx')
const NewAgentDrawer = lazy(loadDrawer)

/** For client users who may create agents. */
export default function NewAgentButton({ filled = false }: { filled?: boolean }) {
  const { t } = useTranslation()
  const [opened, drawer] = useDisclosure()
  return (
    <>
      <Button
        className={classes.newAgent}
        {...(!filled && { variant: 'subtle' })}
        onPointerEnter={() => void loadDrawer()}
        onClick={drawer.open}
      >
        {t('client.newAgent')}
      </Button>
      <Suspense fallback={null}>{opened && <NewAgentDrawer opened onClose={drawer.close} />}</Suspense>
    </>
  )
}
