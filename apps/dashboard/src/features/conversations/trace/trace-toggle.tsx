// Opens the trace of an answer in a transcript.
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Message } from '@parlance/contract/conversations/schemas'
import { IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { Stored } from './turn-trace.tsx'

interface Props {
  readonly agentId: string
  readonly message: Message
}

/** Empty for messages without a turn: greetings, teammates, visitors. */
export function Why({ agentId, message: { from, turnId, status } }: Props) {
  const { t } = useTranslation()
  const [open, { open: show, close }] = useDisclosure()
  if (from !== 'agent' || turnId === '' || status === 'streaming') return null
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        mt={6}
        ms={-6}
        leftSection={<IconRoute size={14} stroke={1.5} />}
        aria-haspopup="dialog"
        onClick={show}
      >
        {t('debug.why')}
      </Button>
      {open && (
        <SideDrawer title={t('debug.whyTitle')} onClose={close} size={520}>
          <Stored agentId={agentId} turnId={turnId} />
        </SideDrawer>
      )}
    </>
  )
}
