// Retries all waiting deliveries at once, whose next attempt may be hours away.
import { Button, Group } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { useReplay, useSomeRetrying } from './use-events.ts'

interface Props {
  /** Only deliveries to this endpoint. */
  endpointId?: string | undefined
  onDone?: () => void
}

export function TryWaiting({ endpointId, onDone }: Props) {
  const { t } = useTranslation()
  const replay = useReplay()
  const refusal = useDeniedReason('editor')
  const [pending, setPending] = useState(false)
  const once = useSingleFlight<void>()
  const send = async () => {
    setPending(true)
    const done = await replay.waiting(endpointId)
    setPending(false)
    if (done) onDone?.()
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRepeat size={16} stroke={1.5} />}
      loading={pending}
      disabled={refusal !== ''}
      title={refusal || undefined}
      onClick={() => void once('send', send)}
    >
      {t('events.tryAll')}
    </Button>
  )
}

/** Shown for an endpoint that seems to work again, if deliveries are waiting. */
export function OfferTry({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation()
  const someWait = useSomeRetrying(endpointId)
  const [isDone, setDone] = useState(false)
  if (!someWait || isDone) return null
  return (
    <AlertBox kind="info">
      <Group gap="sm">
        <span>{t('events.someWait')}</span>
        <TryWaiting endpointId={endpointId} onDone={() => setDone(true)} />
      </Group>
    </AlertBox>
  )
}
