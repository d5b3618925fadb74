import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PermissionTooltip } from '../../../components/overlay/permission-tooltip.tsx'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useDraft } from '../draft/draft.tsx'
import { useVoice } from './use-voice.ts'

/** Uses the audio graph: the page's policy blocks blob URLs as audio. */
async function play(base64: string): Promise<void> {
  const context = new AudioContext()
  const source = context.createBufferSource()
  source.buffer = await context.decodeAudioData(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer)
  source.connect(context.destination)
  source.onended = () => void context.close()
  source.start()
}

interface Chosen {
  readonly provider: string
  readonly voiceId: string
  readonly language?: string | undefined
}

function usePreview({ provider, voiceId, language }: Chosen) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const { speechGen, transcriber } = useVoice().voice
  const { wordsReplacements } = speechGen
  return useMutation({
    mutationFn: () =>
      api.voice.preview.call({
        agentId,
        provider,
        voiceId,
        language: language ?? transcriber.language,
        text: t('calls.sample'),
        ...(wordsReplacements ? { wordsReplacements } : {}),
      }),
    onSuccess: ({ data }) => play(data.audio),
  })
}

/** Plays a listed voice and names the service that spoke. */
export function HearVoice({ voice, name }: { voice: Chosen; name: string }) {
  const { t } = useTranslation()
  const hear = usePreview(voice)
  const refusal = useDeniedReason('editor')
  return (
    <>
      <PermissionTooltip why={refusal}>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={hear.isPending}
          aria-label={t('voices.hear', { name })}
          onClick={() => hear.mutate()}
        >
          <IconVolume size={16} stroke={1.5} />
        </ActionIcon>
      </PermissionTooltip>
      <Text size="xs" c={hear.isError ? 'red' : 'dimmed'} component="output">
        {hear.isError ? errorText(hear.error) : (hear.data?.data.speech.name ?? '')}
      </Text>
    </>
  )
}

/** Speaks a sentence with the current voice settings, saved or not. */
export function VoicePreview() {
  const { t } = useTranslation()
  const hear = usePreview(useVoice().voice.speechGen)
  const refusal = useDeniedReason('editor')
  return (
    <Group>
      <PermissionTooltip why={refusal}>
        <Button
          variant="default"
          size="xs"
          loading={hear.isPending}
          leftSection={<IconVolume size={16} stroke={1.5} />}
          onClick={() => hear.mutate()}
        >
          {t('calls.preview')}
        </Button>
      </PermissionTooltip>
      <Text size="sm" c={hear.isError ? 'red' : 'dimmed'} component="output">
        {hear.isError ? errorText(hear.error) : (hear.data?.data.speech.name ?? '')}
      </Text>
    </Group>
  )
}
