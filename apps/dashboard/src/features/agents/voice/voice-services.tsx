import { Button, Group, Stack, Text } from '@mantine/core'
import type { CallView } from '@parlance/chat-ui/call/call-client.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyProvider } from '@parlance/contract/workspaces/schemas'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { providerFrom } from '../../../components/model-key/providers.ts'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useDraft } from '../draft/draft.tsx'
import { useProviderName } from './provider-name.ts'
import { useVoice } from './use-voice.ts'

const KeyDialog = lazyWithTexts(() => import('../../../components/model-key/key-dialog.tsx'), 'KeyDialog')

const PAUSE_MS = 400

interface Props {
  view?: CallView | undefined
  /** Shows one of the services alone. */
  part?: 'transcriber' | 'speech'
}

/** The draft's speech services, what they lack, and the price per minute. */
export function VoiceServices({ view, part }: Props) {
  const { t } = useTranslation()
  const providerName = useProviderName()
  const { api, client } = useScope()
  const { agentId } = useDraft()
  const { config, transcriber: hears, speechGen } = useVoice().voice
  const [wished] = useDebouncedValue(
    {
      engine: config.engine ?? 'parlance',
      transcriber: hears.provider,
      modelId: hears.modelId,
      language: hears.language,
      speech: speechGen.provider,
      voiceId: speechGen.voiceId,
    },
    PAUSE_MS,
  )
  const { data } = useQuery({
    ...api.voice.services.queryOptions({ input: { agentId, ...wished } }),
    placeholderData: keepPreviousData,
  })
  const transcriber = view?.transcriber ?? data?.data.transcriber
  const speech = view?.speech ?? data?.data.speech
  if (!transcriber || !speech || !data) return null
  const { notes: all = [], creditsPerMinute, creditsPerSilentMinute, creditsPerThousandChars } = data.data
  const notes = all.filter(
    (note) => part === undefined || note.startsWith(part) || note.startsWith('engine') || note.startsWith('lines'),
  )
  const engineKey = config.engine === 'vapi' ? 'vapi' : 'openai'
  const missing = [
    ...new Set([
      ...(notes.some((note) => note.startsWith('engine')) ? [engineKey] : []),
      ...(notes.includes('transcriber_missing') ? [hears.provider] : []),
      ...(notes.includes('speech_missing') ? [speechGen.provider] : []),
    ]),
  ].flatMap((provider) => providerFrom(provider) ?? [])
  const where = (isOffline: boolean) => (isOffline ? t('calls.offline') : t('calls.online'))
  return (
    <Stack gap="xs">
      <Stack gap={2}>
        {part !== 'speech' && (
          <Text size="sm">{t('calls.hears', { name: transcriber.name, where: where(transcriber.isOffline) })}</Text>
        )}
        {part !== 'transcriber' && (
          <Text size="sm">{t('calls.speaks', { name: speech.name, where: where(speech.isOffline) })}</Text>
        )}
        {/* Client users pay what their agency asks. */}
        {!client && (
          <Text size="sm" c="dimmed">
            {t('calls.price', { count: creditsPerMinute })}
            {creditsPerThousandChars
              ? ` ${t('voices.priceParts', { line: creditsPerSilentMinute, chars: creditsPerThousandChars })}`
              : ''}
            {speech.provider === 'openai-realtime' && creditsPerMinute !== creditsPerSilentMinute
              ? ` ${t('voices.priceEngine', { line: creditsPerSilentMinute, name: t('voices.engines.openai-realtime') })}`
              : ''}
          </Text>
        )}
      </Stack>
      {notes.length > 0 && (
        <AlertBox kind="info">
          {notes.map((note) => (
            <div key={note}>
              {t(`voices.notes.${note}`, {
                provider: providerName(note.startsWith('transcriber') ? hears.provider : speechGen.provider),
                key: providerName(engineKey),
              })}
            </div>
          ))}
          {missing.length > 0 && <AddKeys providers={missing} />}
        </AlertBox>
      )}
    </Stack>
  )
}

/** Keys belong to the workspace: its client users see no button. */
function AddKeys({ providers }: { providers: readonly KeyProvider[] }) {
  const { t } = useTranslation()
  const providerName = useProviderName()
  const { client } = useScope()
  const mayAdd = useCan('editor') && !client
  const [adding, add] = useState<KeyProvider>()
  if (!mayAdd) return null
  return (
    <Group gap="xs" mt="xs">
      {providers.map((provider) => (
        <Button key={provider} size="xs" variant="default" onClick={() => add(provider)}>
          {t('voices.addKey', { provider: providerName(provider) })}
        </Button>
      ))}
      {adding && (
        <Suspense>
          <KeyDialog provider={adding} onClose={() => add(undefined)} />
        </Suspense>
      )}
    </Group>
  )
}
