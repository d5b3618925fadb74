// Asks from when on failed deliveries are replayed.
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { useReplay } from './use-events.ts'
import { DialogForm } from '../../components/overlay/dialog.tsx'

const HOUR_MS = 3600_000
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const
type Span = keyof typeof SPANS

interface Props {
  /** Only deliveries to this endpoint. */
  endpointId: string | undefined
  onClose: () => void
}

export function ReplayFailed({ endpointId, onClose }: Props) {
  const { t } = useTranslation()
  const replay = useReplay()
  const [span, setSpan] = useState<Span>('day')
  const [pending, setPending] = useState(false)
  const once = useSingleFlight<void>()
  const send = async () => {
    setPending(true)
    const done = await replay.failedSince(new Date(Date.now() - SPANS[span]), endpointId)
    setPending(false)
    if (done) onClose()
  }
  return (
    <DialogForm
      title={t('events.replayFailedTitle')}
      text={t('events.replayFailedText')}
      submit={t('events.replay')}
      pending={pending}
      onSubmit={() => void once('send', send)}
      onClose={onClose}
    >
      <Select
        label={t('events.since.label')}
        data={(Object.keys(SPANS) as Span[]).map((value) => ({ value, label: t(`events.since.${value}`) }))}
        value={span}
        allowDeselect={false}
        onChange={(next) => setSpan((next ?? 'day') as Span)}
      />
    </DialogForm>
  )
}
