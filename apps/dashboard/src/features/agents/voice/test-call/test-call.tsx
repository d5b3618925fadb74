// A test call with the draft: captions, microphone, muting, typing, hanging up, and what it took.
import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Group,
  Paper,
  Progress,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { CallClient, Caption, CallView } from '@parlance/chat-ui/call/call-client.ts'
import { IconMicrophone, IconMicrophoneOff, IconPhone, IconPhoneOff, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { Section } from '../../../../components/layout/page.tsx'
import { PermissionTooltip } from '../../../../components/overlay/permission-tooltip.tsx'
import { AppLink } from '../../../../lib/link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { useDeniedReason } from '../../../../lib/permissions.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useVoice } from '../use-voice.ts'
import { VoiceServices } from '../voice-services.tsx'
import { useCall } from './use-call.ts'
import classes from './test-call.module.css'

const TestResult = lazy(() => import('./test-result.tsx'))

export default function TestCall() {
  const { t } = useTranslation()
  const { voice } = useVoice()
  const { client, view, begin } = useCall()
  const refusal = useDeniedReason('editor')
  const isOn = view !== undefined && view.phase !== 'ended'
  const isOff = !voice.config.enableWebCalling
  return (
    <Section title={t('area.voice.testCall')} description={t('calls.testText')}>
      <VoiceServices view={view} />
      {isOff && <WebCallsOff />}
      {view?.phase === 'ended' && <Over view={view} />}
      {client && isOn && <Running client={client} view={view} />}
      {view && view.captions.length > 0 && <Captions captions={view.captions} />}
      {view?.phase === 'ended' && view.callId !== undefined && (
        <Suspense>
          <TestResult callId={view.callId} />
        </Suspense>
      )}
      {!isOn && (
        <div>
          <PermissionTooltip why={refusal}>
            <Button leftSection={<IconPhone size={16} stroke={1.5} />} disabled={isOff} onClick={begin}>
              {view ? t('calls.again') : t('calls.start')}
            </Button>
          </PermissionTooltip>
        </div>
      )}
    </Section>
  )
}

function WebCallsOff() {
  const { region } = useScope()
  const { agentId } = useDraft()
  const target = paths.voice(region, agentId, 'advanced')
  const link = <Anchor size="sm" underline="always" renderRoot={(props) => <AppLink target={target} {...props} />} />
  return (
    <AlertBox kind="info">
      <Trans i18nKey="calls.webOff" components={{ to: link }} />
    </AlertBox>
  )
}

function Over({ view: { fault, refusal, endReason } }: { view: CallView }) {
  const { t } = useTranslation()
  if (fault === undefined) return <AlertBox kind="info">{t(`calls.ended.${endReason ?? 'caller_hung_up'}`)}</AlertBox>
  const words = fault === 'refused' && refusal !== '' ? refusal : t(`calls.faults.${fault}`)
  return <AlertBox kind="danger">{words}</AlertBox>
}

function Running({ client, view }: { client: CallClient; view: CallView }) {
  const { t } = useTranslation()
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <output>
            <Badge variant="light">{t(`calls.phases.${view.phase}`)}</Badge>
          </output>
          {view.records && <Badge color="red">{t('calls.recording')}</Badge>}
        </Group>
        <Level client={client} />
        {!view.hears && <Text size="sm">{t('calls.typeOnly')}</Text>}
        {view.hears && view.transcriber?.provider === 'browser' && (
          <Text size="sm" c="dimmed">
            {t('calls.browserHears')}
          </Text>
        )}
        <Typed client={client} />
        <Group>
          <Button
            variant="default"
            aria-pressed={view.isMuted}
            leftSection={view.isMuted ? <IconMicrophoneOff size={16} /> : <IconMicrophone size={16} />}
            onClick={() => client.mute(!view.isMuted)}
          >
            {view.isMuted ? t('calls.unmute') : t('calls.mute')}
          </Button>
          <Button color="red" leftSection={<IconPhoneOff size={16} />} onClick={() => client.hangUp()}>
            {t('calls.hangUp')}
          </Button>
          <Devices client={client} view={view} />
        </Group>
      </Stack>
    </Paper>
  )
}

function Devices({ client, view: { devices, deviceId } }: { client: CallClient; view: CallView }) {
  const { t } = useTranslation()
  if (devices.length < 2) return null
  return (
    <Select
      aria-label={t('calls.microphone')}
      data={devices.map(({ id, label }, at) => ({
        value: id,
        label: label || t('calls.microphoneOf', { nr: at + 1 }),
      }))}
      placeholder={t('calls.microphone')}
      allowDeselect={false}
      value={deviceId === '' ? null : deviceId}
      onChange={(id) => id !== null && void client.choose(id)}
    />
  )
}

function Level({ client }: { client: CallClient }) {
  const { t } = useTranslation()
  const [level, setLevel] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setLevel(Math.round(client.level() * 100)), 100)
    return () => clearInterval(timer)
  }, [client])
  return <Progress value={level} size="sm" aria-label={t('calls.level')} transitionDuration={80} />
}

function Typed({ client }: { client: CallClient }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        client.type(text)
        setText('')
      }}
    >
      <TextInput
        aria-label={t('calls.type')}
        placeholder={t('calls.type')}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={
          <ActionIcon type="submit" variant="subtle" aria-label={t('calls.say')} disabled={text.trim() === ''}>
            <IconSend size={16} stroke={1.5} />
          </ActionIcon>
        }
      />
    </form>
  )
}

function Captions({ captions }: { captions: readonly Caption[] }) {
  const { t } = useTranslation()
  const ref = useRef<HTMLOListElement>(null)
  useEffect(() => {
    ref.current?.scrollTo({ top: ref.current.scrollHeight })
  }, [captions])
  return (
    <ol className={classes.captions} aria-live="polite" aria-label={t('calls.captions')} ref={ref}>
      {captions.map(({ id, from, text, heard }) => (
        <li key={id} data-from={from} dir="auto">
          {heard ?? text}
          {heard !== undefined && text.length > heard.length && <s>{text.slice(heard.length)}</s>}
        </li>
      ))}
    </ol>
  )
}
