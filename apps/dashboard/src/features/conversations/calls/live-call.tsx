// A live call above its conversation: listening, captions, taking over, ending.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { ListenedMessage, ListenedSide } from '@parlance/contract/voice/protocol'
import type { Call } from '@parlance/contract/voice/schemas'
import { IconHeadphones, IconHeadphonesOff, IconPhoneOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../components/feedback/form-error.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import classes from './calls.module.css'
import { addCaption, type Caption } from './captions.ts'
import { listenToCall } from './listen-to-call.ts'
import { useCallChange } from './use-call-change.ts'

const SIDES = ['caller', 'agent'] as const

export function LiveCall({ call, isTaken }: { call: Call; isTaken: boolean }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const queries = useQueryClient()
  const input = { agentId: call.agentId, callId: call.id }
  const stopping = useRef<() => void>(undefined)
  const [isListening, setListening] = useState(false)
  const [isLost, setLost] = useState(false)
  const [levels, setLevels] = useState<Record<ListenedSide, number>>({ caller: 0, agent: 0 })
  const [captions, tell] = useReducer(
    (known: readonly Caption[], message: ListenedMessage) => addCaption(known, message),
    [],
  )
  const refresh = () => void queries.invalidateQueries({ queryKey: api.voice.ofConversation.key() })
  const listen = useMutation({
    mutationFn: () =>
      listenToCall({
        ticket: () => api.voice.listen.call(input),
        onTold: tell,
        onLevel: (side, level) => setLevels((before) => ({ ...before, [side]: level })),
        onEnd(isOver) {
          setListening(false)
          setLost(!isOver)
          refresh()
        },
      }),
    onSuccess(stop: () => void) {
      stopping.current = stop
      setLost(false)
      setListening(true)
    },
  })
  const end = useCallChange(call, async () => {
    await api.voice.hangUp.call(input)
    refresh()
  })
  useEffect(() => () => stopping.current?.(), [])
  const stop = () => {
    stopping.current?.()
    setListening(false)
  }
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="xs">
        <Button
          size="xs"
          variant={isListening ? 'default' : 'filled'}
          loading={listen.isPending}
          leftSection={isListening ? <IconHeadphonesOff size={16} /> : <IconHeadphones size={16} />}
          onClick={() => (isListening ? stop() : listen.mutate())}
        >
          {t(isListening ? 'calls.stopListening' : 'calls.listen')}
        </Button>
        <Button
          size="xs"
          variant="default"
          color="red"
          leftSection={<IconPhoneOff size={16} />}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('calls.hangUp')}
        </Button>
      </Group>
      <FormError error={listen.error ?? end.error} />
      {isLost && <Alert color="yellow">{t('calls.listenLost')}</Alert>}
      <Text size="xs" c="dimmed">
        {isListening && `${t('calls.listening')} `}
        {t(isTaken ? 'calls.spokenHint' : 'calls.takeOverHint')}
      </Text>
      {isListening && (
        <>
          <Group gap="md" grow aria-hidden>
            {SIDES.map((side) => (
              <div key={side}>
                <Text size="xs" c="dimmed">
                  {t(`calls.${side}`)}
                </Text>
                <Progress value={levels[side] * 100} size="sm" transitionDuration={80} />
              </div>
            ))}
          </Group>
          <div role="log" aria-label={t('calls.captions')} className={classes.captions}>
            {captions.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('calls.quiet')}
              </Text>
            )}
            {captions.map(({ key, from, text, unheard }) => (
              <Text key={key} size="sm">
                <Text span size="xs" c="dimmed">
                  {t(`calls.${from}`)}:{' '}
                </Text>
                <span dir="auto">
                  {text}
                  {unheard !== '' && <s>{unheard}</s>}
                </span>
              </Text>
            ))}
          </div>
        </>
      )}
    </Stack>
  )
}
