// Plans or edits a campaign of messages or calls; a paused one allows only hours and pace.
import {
  Alert,
  Anchor,
  Chip,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import {
  CALL_DEFAULTS,
  type CallRules,
  CAMPAIGN_DEFAULTS,
  type Campaign,
  type CampaignMeans,
  type CampaignPlan,
  MAX_SLOTS,
  ON_MACHINE,
} from '@parlance/contract/campaigns/schemas'
import { channelLabel, MESSAGING_CHANNELS, type MessagingChannel } from '@parlance/contract/channels/list'
import { isFilledByName, wordsWithName } from '@parlance/contract/channels/whatsapp'
import { msg } from '@parlance/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../components/feedback/form-error.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { FormFooter } from '../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { ownTimeZone } from '../../lib/own-time-zone.ts'
import { dayName, useCampaigns, useRefreshCampaigns } from './use-campaigns.ts'

interface Props {
  agentId: string
  /** The edited campaign. */
  campaign?: Campaign
  onClose: () => void
  onSaved: (id: string) => void
}
const MAX_TEMPLATES = 100
/** What each channel knows people by who never wrote. */
const REACHES: Readonly<Partial<Record<string, 'reachesNew' | 'reachesByMail'>>> = {
  whatsapp: 'reachesNew',
  sms: 'reachesNew',
  email: 'reachesByMail',
}
/** 1 is Monday. */
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Undefined while unknown. */
type Means = CampaignMeans | undefined
/** Channels that reach people who never wrote come first. */
const PREFERRED = ['whatsapp', 'email', 'sms', ...MESSAGING_CHANNELS] as const

const firstChannel = (means: Means): MessagingChannel =>
  PREFERRED.find((channel) => means?.channels.includes(channel)) ?? 'whatsapp'

function firstPlan(means: Means): CampaignPlan {
  const timeZone = ownTimeZone()
  return {
    ...CAMPAIGN_DEFAULTS,
    days: [...CAMPAIGN_DEFAULTS.days],
    timeZone,
    name: '',
    channel: firstChannel(means),
    text: '',
  }
}

export default function CampaignForm({ agentId, campaign, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const refresh = useRefreshCampaigns()
  const means = useCampaigns(agentId).data?.means
  const [plan, setPlan] = useState<CampaignPlan>(() => campaign ?? firstPlan(means))
  const [first] = useState(plan)
  const close = useGuardedClose(JSON.stringify(plan) !== JSON.stringify(first), onClose)
  const change = (part: Partial<CampaignPlan>) => setPlan((before) => ({ ...before, ...part }))
  const isPaused = campaign !== undefined && campaign.state !== 'draft'
  const { name, channel, group, text, template, mail, timeZone, from, until, days, perMinute, retries, calls } = plan
  const pace = { timeZone, from, until, days, perMinute, retries, calls }
  const whole = {
    ...pace,
    name,
    channel,
    group,
    text,
    template: channel === 'whatsapp' ? template : null,
    mail: channel === 'email' ? mail : null,
  }
  const save = useMutation({
    mutationFn: () =>
      campaign
        ? api.campaigns.update.call({ agentId, campaignId: campaign.id, ...(isPaused ? pace : whole) })
        : api.campaigns.create.call({ agentId, ...whole }),
    async onSuccess({ data }: { data: Campaign }) {
      notify.success(t('campaigns.saved'))
      await refresh()
      onSaved(data.id)
    },
  })
  const [isChecked, setChecked] = useState(false)
  const found = faultsOf(plan, means)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(found).length === 0) return save.mutate()
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const part = { plan, change, faults: isChecked ? found : {} }
  return (
    <SideDrawer title={campaign?.name ?? t('campaigns.new')} onClose={close}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {!isPaused && <Words agentId={agentId} means={means} {...part} />}
          <Pace {...part} />
          <FormError error={save.error} />
        </Stack>
        <FormFooter
          label={t(campaign ? 'campaigns.save' : 'campaigns.create')}
          pending={save.isPending}
          onCancel={close}
        />
      </form>
    </SideDrawer>
  )
}

type Faults = Partial<
  Record<'name' | 'template' | 'media' | 'subject' | 'sender' | 'text' | 'machineMessage' | 'hours' | 'days', string>
>

/** What is missing, as the server says it. */
function faultsOf(plan: CampaignPlan, means: Means): Faults {
  const { name, channel, template, mail, text, calls, from, until, days } = plan
  const isEmpty = (words: string) => words.trim() === ''
  return {
    ...(isEmpty(name) && { name: translateMessage(msg('campaign_name_required')) }),
    ...(channel === 'whatsapp' && !template && { template: translateMessage(msg('campaign_template_needed')) }),
    ...(channel === 'whatsapp' &&
      template?.media &&
      !/^https?:\/\/./.test(template.media.url) && { media: translateMessage(msg('url_scheme_invalid')) }),
    ...(channel === 'email' &&
      isEmpty(mail?.subject ?? '') && { subject: translateMessage(msg('campaign_subject_required')) }),
    ...(channel === 'email' &&
      means?.sender === '' &&
      isEmpty(mail?.sender ?? '') && { sender: translateMessage(msg('campaign_sender_required')) }),
    ...(isEmpty(text) && { text: translateMessage(msg('message_required')) }),
    ...(calls?.onMachine === 'leave_message' &&
      isEmpty(calls.machineMessage) && {
        machineMessage: translateMessage(msg('campaign_machine_message_needed')),
      }),
    ...(from >= until && { hours: translateMessage(msg('campaign_hours_empty')) }),
    ...(days.length === 0 && { days: translateMessage(msg('campaign_day_required')) }),
  }
}

interface PartProps {
  plan: CampaignPlan
  change: (part: Partial<CampaignPlan>) => void
  faults: Faults
}

function Words({ agentId, means, plan, change, faults }: PartProps & { agentId: string; means: Means }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { calls } = plan
  const isConnected = means?.channels.includes(plan.channel) ?? true
  const groups = useQuery(api.leads.settings.queryOptions({ input: { agentId } })).data?.data.groups ?? []
  return (
    <>
      <TextInput
        label={t('campaigns.name')}
        value={plan.name}
        error={faults.name}
        maxLength={100}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Input.Wrapper label={t('campaigns.kind')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('campaigns.kind')}
          data={(['messages', 'calls'] as const).map((value) => ({ value, label: t(`campaigns.kinds.${value}`) }))}
          value={calls ? 'calls' : 'messages'}
          onChange={(value) =>
            change(
              value === 'calls'
                ? { channel: 'voice', calls: CALL_DEFAULTS, template: null }
                : { channel: firstChannel(means), calls: null },
            )
          }
        />
      </Input.Wrapper>
      {!calls && (
        <Select
          label={t('campaigns.channel')}
          description={t(`campaigns.${REACHES[plan.channel] ?? 'knownOnly'}`)}
          data={MESSAGING_CHANNELS.map((value) => ({ value, label: channelLabel(value) }))}
          value={plan.channel}
          allowDeselect={false}
          onChange={(value) => change({ channel: value as MessagingChannel })}
        />
      )}
      {!isConnected && <NotConnected agentId={agentId} channel={plan.channel} />}
      {plan.channel === 'whatsapp' && isConnected && (
        <TemplateChoice agentId={agentId} plan={plan} change={change} faults={faults} />
      )}
      <Select
        label={t('campaigns.group')}
        data={[
          { value: '', label: t('campaigns.everyone') },
          ...groups.map(({ name }) => ({ value: name, label: name })),
        ]}
        value={plan.group}
        allowDeselect={false}
        onChange={(value) => change({ group: value ?? '' })}
      />
      {plan.channel === 'email' && (
        <TextInput
          label={t('campaigns.subject')}
          value={plan.mail?.subject ?? ''}
          error={faults.subject}
          maxLength={200}
          onChange={(event) => change({ mail: { sender: '', ...plan.mail, subject: event.currentTarget.value } })}
        />
      )}
      {plan.channel !== 'whatsapp' && (
        <Textarea
          label={t(calls ? 'campaigns.opening' : 'campaigns.text')}
          description={t(calls ? 'campaigns.openingHint' : 'campaigns.placeholders')}
          value={plan.text}
          error={faults.text}
          maxLength={1000}
          minRows={3}
          autosize
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      {plan.channel === 'email' && (
        <Textarea
          label={t('campaigns.sender')}
          description={t(means?.sender === '' ? 'campaigns.senderHintOwn' : 'campaigns.senderHint')}
          placeholder={means?.sender}
          error={faults.sender}
          value={plan.mail?.sender ?? ''}
          maxLength={300}
          minRows={2}
          autosize
          onChange={(event) => change({ mail: { subject: '', ...plan.mail, sender: event.currentTarget.value } })}
        />
      )}
      {calls && (
        <Machines
          calls={calls}
          fault={faults.machineMessage}
          onChange={(part) => change({ calls: { ...calls, ...part } })}
        />
      )}
    </>
  )
}

/** Says that the agent can't send or call this way yet, and where to change that. */
function NotConnected({ agentId, channel }: { agentId: string; channel: CampaignPlan['channel'] }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const isCalling = channel === 'voice'
  const target = isCalling
    ? paths.voice(region, agentId, 'phoneNumbers')
    : paths.part(region, agentId, `channels/${channel}`)
  return (
    <Alert color="yellow">
      {t(isCalling ? 'campaigns.noNumber' : 'campaigns.notConnected', { channel: channelLabel(channel) })}{' '}
      <Anchor inherit underline="always" renderRoot={(props) => <AppLink target={target} {...props} />}>
        {t(isCalling ? 'campaigns.addNumber' : 'campaigns.connect')}
      </Anchor>
    </Alert>
  )
}

interface CallsProps {
  calls: CallRules
  onChange: (part: Partial<CallRules>) => void
}

function Machines({ calls, fault, onChange }: CallsProps & { fault: string | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('campaigns.onMachine')}
        description={t('campaigns.onMachineHint')}
        data={ON_MACHINE.map((value) => ({ value, label: t(`campaigns.machines.${value}`) }))}
        value={calls.onMachine}
        allowDeselect={false}
        onChange={(value) => onChange({ onMachine: value as CallRules['onMachine'] })}
      />
      {calls.onMachine === 'leave_message' && (
        <Textarea
          label={t('campaigns.machineMessage')}
          description={t('campaigns.placeholders')}
          value={calls.machineMessage}
          error={fault}
          maxLength={500}
          minRows={2}
          autosize
          onChange={(event) => onChange({ machineMessage: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function Slots({ calls, onChange }: CallsProps) {
  const { t } = useTranslation()
  return (
    <Group grow align="start">
      <NumberInput
        label={t('campaigns.slots')}
        description={t('campaigns.slotsHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={1}
        max={MAX_SLOTS}
        value={calls.slots}
        onChange={(value) => onChange({ slots: Number(value) || 1 })}
      />
      <NumberInput
        label={t('campaigns.delay')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={0}
        max={600}
        value={calls.delaySeconds}
        onChange={(value) => onChange({ delaySeconds: Number(value) || 0 })}
      />
    </Group>
  )
}

/** The template's text is the message. */
function TemplateChoice({ agentId, plan: { template, text }, change, faults }: PartProps & { agentId: string }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const query = useQuery(
    api.whatsapp.templates.queryOptions({ input: { agentId, limit: MAX_TEMPLATES }, retry: false }),
  )
  const approved = (query.data?.items ?? []).filter(({ status }) => status === 'APPROVED')
  const keyOf = (one: { name: string; language: string }) => `${one.name} (${one.language})`
  const chosen = template && approved.find((one) => keyOf(one) === keyOf(template))
  if (query.error) return <Alert color="yellow">{errorText(query.error)}</Alert>
  if (query.isSuccess && approved.length === 0) return <Alert color="yellow">{t('campaigns.noTemplates')}</Alert>
  return (
    <>
      <Select
        label={t('campaigns.template')}
        description={t('campaigns.templateHint')}
        data={approved.map((one) => ({ value: keyOf(one), label: keyOf(one), disabled: !isFilledByName(one) }))}
        renderOption={({ option }) => (
          <div>
            {option.label}
            {option.disabled && <Text size="xs">{t('campaigns.templateUnusable')}</Text>}
          </div>
        )}
        error={faults.template}
        value={template ? keyOf(template) : null}
        onChange={(key) => {
          const found = approved.find((one) => keyOf(one) === key)
          if (!found) return change({ template: null })
          change({
            template: {
              name: found.name,
              language: found.language,
              hasName: found.places.length > 0,
              media: found.media === '' ? null : { kind: found.media, url: '' },
            },
            text: wordsWithName(found),
          })
        }}
      />
      {template && (
        <Textarea
          label={t('campaigns.text')}
          description={t('campaigns.templateWords')}
          value={chosen ? wordsWithName(chosen) : text}
          minRows={3}
          autosize
          readOnly
        />
      )}
      {template?.media && (
        <TextInput
          label={t(`campaigns.media.${template.media.kind}`)}
          type="url"
          dir="ltr"
          placeholder="https://"
          maxLength={2000}
          value={template.media.url}
          error={faults.media}
          onChange={(event) => {
            const url = event.currentTarget.value
            if (template.media) change({ template: { ...template, media: { ...template.media, url } } })
          }}
        />
      )}
    </>
  )
}

function Pace({ plan, change, faults }: PartProps) {
  const { t, i18n } = useTranslation()
  const zones = Intl.supportedValuesOf('timeZone')
  const { calls } = plan
  return (
    <>
      <Group grow align="start">
        <TextInput
          type="time"
          label={t('campaigns.from')}
          value={plan.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={t('campaigns.until')}
          value={plan.until}
          error={faults.hours}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </Group>
      <Select
        label={t('campaigns.timeZone')}
        description={t(plan.calls ? 'campaigns.callZoneHint' : 'campaigns.timeZoneHint')}
        data={zones.includes(plan.timeZone) ? zones : [plan.timeZone, ...zones]}
        value={plan.timeZone}
        allowDeselect={false}
        searchable
        limit={50}
        onChange={(timeZone) => timeZone && change({ timeZone })}
      />
      <Input.Wrapper label={t('campaigns.days')} labelElement="div" error={faults.days}>
        <Chip.Group
          multiple
          value={plan.days.map(String)}
          onChange={(days) => change({ days: days.map(Number).toSorted((a, b) => a - b) })}
        >
          <Group gap={6} component="fieldset" bd={0} p={0} m={0} aria-label={t('campaigns.days')}>
            {DAYS.map((day) => (
              <Chip key={day} value={String(day)} size="sm">
                {dayName(day, i18n.language)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      {calls && <Slots calls={calls} onChange={(part) => change({ calls: { ...calls, ...part } })} />}
      <Group grow>
        {!calls && (
          <NumberInput
            label={t('campaigns.perMinute')}
            min={1}
            max={60}
            value={plan.perMinute}
            onChange={(value) => change({ perMinute: Number(value) || 1 })}
          />
        )}
        <NumberInput
          label={t(calls ? 'campaigns.callRetries' : 'campaigns.retries')}
          min={0}
          max={3}
          value={plan.retries}
          onChange={(value) => change({ retries: Number(value) || 0 })}
        />
      </Group>
    </>
  )
}
